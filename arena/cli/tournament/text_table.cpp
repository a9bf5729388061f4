#include "arena/cli/tournament/text_table.hpp"

#include <algorithm>
#include <numeric>

#include "arena/util/utf8.hpp"

namespace arena::cli {

namespace {

constexpr std::size_t names = 1;  // their column
constexpr std::size_t shortest_name = 8;

}  // namespace

std::string shortened(const std::string& text, std::size_t columns) {
  return columns_of(text) <= columns ? text : first_characters(text, columns - 1) + "…";
}

/// 0 for a column without any value.
std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> widths(rows_.front().size());
  for (std::size_t i = 1; i < rows_.size(); ++i) {
    for (std::size_t at = 0; at < widths.size(); ++at)
      widths[at] = std::max(widths[at], columns_of(rows_[i][at]));
  }
  for (std::size_t at = 0; at < widths.size(); ++at) {
    if (widths[at] > 0) widths[at] = std::max(widths[at], columns_of(rows_.front()[at]));
  }
  return widths;
}

void TextTable::write(ansi::AnsiWriter writer, std::optional<std::size_t> columns) const {
  std::vector<std::size_t> widths = this->widths();
  const auto shown = static_cast<std::size_t>(
      std::ranges::count_if(widths, [](std::size_t width) { return width > 0; }));
  if (shown == 0) return;
  const std::size_t cells = std::accumulate(widths.begin(), widths.end(), std::size_t{0});
  const std::size_t gap = !columns || cells + 2 * (shown - 1) <= *columns ? 2 : 1;
  const std::size_t whole = cells + gap * (shown - 1);
  if (columns && whole > *columns && widths[names] > shortest_name)
    widths[names] -= std::min(whole - *columns, widths[names] - shortest_name);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    std::string line;
    for (std::size_t at = 0; at < widths.size(); ++at) {
      if (widths[at] == 0) continue;
      const std::string cell = shortened(rows_[i][at], widths[at]);
      const std::string room(widths[at] - columns_of(cell), ' ');
      if (!line.empty()) line.append(gap, ' ');
      line += at == names ? cell + room : room + cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    writer.write(line, i == 0 ? ansi::bold : ansi::plain);
    writer.write("\n");
  }
}

}  // namespace arena::cli
