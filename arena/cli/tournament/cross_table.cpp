#include "arena/cli/tournament/cross_table.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "arena/cli/tournament/standings_text.hpp"
#include "arena/series/text_table.hpp"
#include "arena/util/utf8.hpp"

namespace arena::cli {

namespace {

/// From orange (lost) to blue (won), which colour-blind people tell apart; the middle has none.
constexpr std::array<ansi::TextStyle, 7> heat = {"97;48;5;130", "30;48;5;173", "30;48;5;223",
                                                 ansi::plain,   "30;48;5;153", "30;48;5;74",
                                                 "97;48;5;25"};

constexpr std::size_t width_of_number = 4;
constexpr std::size_t width_of_cell = 4;
constexpr std::size_t shortest_name = 8;

ansi::TextStyle heat_of(double share) {
  const auto step = static_cast<std::size_t>(share * heat.size());
  return heat[std::min(step, heat.size() - 1)];
}

/// The columns of names, if all of the table fits.
std::optional<std::size_t> width_of_names(const Standings& standings,
                                          std::optional<std::size_t> columns) {
  std::size_t longest = 0;
  for (const EntrantStanding& entrant : standings.entrants)
    longest = std::max(longest, columns_of(shown_name(entrant)));
  if (!columns) return longest;
  const std::size_t others = width_of_number + width_of_cell * standings.entrants.size();
  if (others + std::min(longest, shortest_name) > *columns) return std::nullopt;
  return std::min(longest, *columns - others);
}

}  // namespace

void write_cross_table(const Standings& standings, std::optional<std::size_t> columns,
                       ansi::AnsiWriter writer) {
  const auto width = width_of_names(standings, columns);
  if (!width) {
    writer.write("\nThe cross table is wider than the terminal: `arena report`, or `| less -S`.\n",
                 ansi::faint);
    return;
  }
  writer.write("\n" + std::string(width_of_number + *width, ' '));
  for (std::size_t i = 0; i < standings.entrants.size(); ++i)
    writer.write(fmt::format("{:>{}}", i + 1, width_of_cell), ansi::faint);
  writer.write("\n");
  for (std::size_t i = 0; i < standings.entrants.size(); ++i) {
    writer.write(fmt::format("{:>{}} ", i + 1, width_of_number - 1), ansi::faint);
    const std::string name = shortened(shown_name(standings.entrants[i]), *width);
    writer.write(name);
    std::string gap(*width - columns_of(name), ' ');  // is written before the next cell
    for (const auto& pair : standings.pairs[i]) {
      if (pair) {
        writer.write(std::exchange(gap, ""));
        writer.write(fmt::format("{:>{}.0f}", 100 * pair->share.value(), width_of_cell),
                     heat_of(pair->share.value()));
      } else {
        gap.append(width_of_cell, ' ');
      }
    }
    writer.write("\n");
  }
  writer.write("Each cell: the percentage of the points that the row won against the column.\n",
               ansi::faint);
}

}  // namespace arena::cli
