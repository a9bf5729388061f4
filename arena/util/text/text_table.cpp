#include "arena/util/text/text_table.hpp"

#include <algorithm>
#include <numeric>

#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena {

namespace {

constexpr std::size_t names = 1;  // their column
constexpr std::size_t shortest_name = 8;

/// 0 for a column without any value.
std::vector<std::size_t> widths_of(const std::vector<TextRow>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (std::size_t i = 1; i < rows.size(); ++i) {
    for (std::size_t at = 0; at < widths.size(); ++at)
      widths[at] = std::max(widths[at], columns_of(rows[i][at]));
  }
  for (std::size_t at = 0; at < widths.size(); ++at) {
    if (widths[at] > 0) widths[at] = std::max(widths[at], columns_of(rows.front()[at]));
  }
  return widths;
}

}  // namespace

std::string shortened(const std::string& text, std::size_t columns) {
  return columns_of(text) <= columns ? text : first_characters(text, columns - 1) + "…";
}

std::vector<std::string> table_lines(const std::vector<TextRow>& rows,
                                     std::optional<std::size_t> columns) {
  std::vector<std::size_t> widths = widths_of(rows);
  const auto shown = static_cast<std::size_t>(
      std::ranges::count_if(widths, [](std::size_t width) { return width > 0; }));
  if (shown == 0) return {};
  const std::size_t cells = std::accumulate(widths.begin(), widths.end(), std::size_t{0});
  const std::size_t gap = !columns || cells + 2 * (shown - 1) <= *columns ? 2 : 1;
  const std::size_t whole = cells + gap * (shown - 1);
  if (columns && whole > *columns && widths[names] > shortest_name)
    widths[names] -= std::min(whole - *columns, widths[names] - shortest_name);
  std::vector<std::string> lines;
  for (const TextRow& row : rows) {
    std::string& line = lines.emplace_back();
    for (std::size_t at = 0; at < widths.size(); ++at) {
      if (widths[at] == 0) continue;
      const std::string cell = shortened(row[at], widths[at]);
      const std::string room(widths[at] - columns_of(cell), ' ');
      if (!line.empty()) line.append(gap, ' ');
      line += at == names ? cell + room : room + cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
  }
  return lines;
}

std::string text_table(const std::vector<TextRow>& rows) {
  return joined(table_lines(rows), "", [](const std::string& line) { return line + '\n'; });
}

}  // namespace arena
