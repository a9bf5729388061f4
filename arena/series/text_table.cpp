#include "arena/series/text_table.hpp"

#include <algorithm>
#include <string_view>

#include "arena/util/utf8.hpp"

namespace arena {

namespace {

std::string pad(std::string_view text, std::size_t to, bool right) {
  const std::string blanks(to - std::min(to, columns_of(text)), ' ');
  return right ? blanks + std::string(text) : std::string(text) + blanks;
}

}  // namespace

std::string text_table(const std::vector<TextRow>& rows) {
  std::string text;
  for (const TextRow& row : rows) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
      std::size_t widest = 0;
      for (const TextRow& other : rows) widest = std::max(widest, columns_of(other[column]));
      line += (column == 0 ? "" : "  ") + pad(row[column], widest, column != 1);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

}  // namespace arena
