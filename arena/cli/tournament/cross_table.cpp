#include "arena/cli/tournament/cross_table.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace arena::cli {

namespace {

/// From orange (lost) to blue (won), which colour-blind people tell apart; the middle has none.
constexpr std::array<ansi::TextStyle, 7> heat = {"97;48;5;130", "30;48;5;173", "30;48;5;223",
                                                 ansi::plain,   "30;48;5;153", "30;48;5;74",
                                                 "97;48;5;25"};

ansi::TextStyle heat_of(double share) {
  const auto step = static_cast<std::size_t>(share * heat.size());
  return heat[std::min(step, heat.size() - 1)];
}

}  // namespace

void write_cross_table(const Standings& standings, std::size_t width, ansi::AnsiWriter writer) {
  writer.write(fmt::format("\n{:>{}}", "", width + 4));
  for (std::size_t i = 0; i < standings.entrants.size(); ++i)
    writer.write(fmt::format("{:>6}", i + 1), ansi::faint);
  writer.write("\n");
  for (std::size_t i = 0; i < standings.entrants.size(); ++i) {
    writer.write(fmt::format("{:>3} ", i + 1), ansi::faint);
    writer.write(ansi::padded(standings.entrants[i].name, width));
    for (const auto& pair : standings.pairs[i]) {
      if (pair)
        writer.write(fmt::format("{:>6.1f}", 100 * pair->share.value()),
                     heat_of(pair->share.value()));
      else
        writer.write("      ");
    }
    writer.write("\n");
  }
  writer.write("Each cell: the share of the points that the row won against the column, in %.\n",
               ansi::faint);
}

}  // namespace arena::cli
