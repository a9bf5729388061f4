#include "arena/cli/tournament/standings_text.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "arena/cli/tournament/cross_table.hpp"
#include "arena/series/figures.hpp"
#include "arena/tournament/field_shape.hpp"
#include "arena/util/text.hpp"
#include "arena/util/utf8.hpp"

namespace arena::cli {

namespace {

std::string ranks_text(const RankInterval& ranks) {
  return ranks.best == ranks.worst ? fmt::format("{}", ranks.best)
                                   : fmt::format("{}-{}", ranks.best, ranks.worst);
}

constexpr std::size_t most_for_cycles = 300;  // of more entrants, cycles take too long
constexpr std::size_t most_cycles_shown = 3;
constexpr std::size_t most_groups_shown = 20;

std::string superiority_text(const EntrantStanding& entrant) {
  return entrant.superiority ? fmt::format("{:.1f}", 100 * *entrant.superiority) : "";
}

void write_table(const Standings& standings, std::size_t width, ansi::AnsiWriter writer) {
  writer.write(fmt::format("{:>5} {:<{}} {:>14} {:>6} {:>7} {:>8} {:>7} {:>7} {:>7} {:>9}\n",
                           "rank", "entrant", width, "rating", "LOS %", "deals", "points %", "won",
                           "drawn", "lost", "forfeits"),
               ansi::bold);
  for (const EntrantStanding& entrant : standings.entrants) {
    const Sums& sums = entrant.sums;
    const bool played = sums.deals > 0;
    writer.write(fmt::format(
        "{:>5} {} {:>14} {:>6} {:>7} {:>8} {:>7} {:>7} {:>7} {:>9}{}\n",
        played ? ranks_text(entrant.ranks) : "", ansi::padded(entrant.name, width),
        rating_text(entrant), superiority_text(entrant), sums.deals,
        played ? fmt::format("{:.1f}", 100 * entrant.share.value()) : "", sums.wins, sums.draws,
        sums.losses, sums.forfeits == 0 ? "" : fmt::format("{}", sums.forfeits),
        entrant.is_active ? "" : "  (left)"));
  }
  writer.write(
      fmt::format(
          "rating: Elo, {}; ± and the ranks are 95 % intervals. LOS: how likely it is that\n"
          "the entrant is stronger than the next one.\n",
          standings.scale()),
      ansi::faint);
}

/// Which neighbours are not told apart yet.
void write_unknown(const Standings& standings, ansi::AnsiWriter writer) {
  std::string text;
  for (std::size_t i = 0; i + 1 < standings.entrants.size(); ++i) {
    const EntrantStanding& entrant = standings.entrants[i];
    const EntrantStanding& next = standings.entrants[i + 1];
    if (!standings.is_order_unknown(i)) continue;
    text += fmt::format("  {} and {}: ", entrant.name, next.name);
    text += entrant.more_deals
                ? fmt::format("about {} more deals of each would tell\n",
                              grouped(static_cast<std::int64_t>(*entrant.more_deals)))
                : "nothing tells them apart so far\n";
  }
  if (!text.empty())
    writer.write("\nNot known yet at 95 %, if the ratings are as they look now:\n" + text);
}

/// Entrants that never met.
void write_groups(const Standings& standings, ansi::AnsiWriter writer) {
  const auto groups = standings.groups();
  if (groups.size() < 2) return;
  std::string text =
      "\nThese groups have not met, not even through others: ratings and ranks cannot be compared\n"
      "between them.\n";
  for (const std::vector<std::size_t>& group :
       std::span(groups).first(std::min(groups.size(), most_groups_shown)))
    text += fmt::format(
        "  {}\n", joined(group, ", ", [&](std::size_t i) { return standings.entrants[i].name; }));
  if (groups.size() > most_groups_shown)
    text += fmt::format("  and {} more groups\n", groups.size() - most_groups_shown);
  writer.write(text);
}

void write_cycles(const Standings& standings, ansi::AnsiWriter writer) {
  if (standings.entrants.size() > most_for_cycles) return;
  const FieldShape shape = shape_of(standings);
  if (!shape.has_cycles()) return;
  const auto name = [&](int entrant) -> const std::string& {
    return standings.entrants[static_cast<std::size_t>(entrant)].name;
  };
  writer.write(fmt::format("\nNo single order: ratings explain {:.0f} % of who beats whom.\n",
                           100 * shape.transitivity.explained_without_chance));
  for (std::size_t i = 0; i < std::min(shape.cycles.size(), most_cycles_shown); ++i) {
    const auto& [entrants, shares, weakest] = shape.cycles[i];
    writer.write(
        fmt::format("  {} beats {} ({:.1f} %), who beats {} ({:.1f} %), who beats {} ({:.1f} %)\n",
                    name(entrants[0]), name(entrants[1]), 100 * shares[0], name(entrants[2]),
                    100 * shares[1], name(entrants[0]), 100 * shares[2]));
  }
  writer.write("Nash average, which no mixture of entrants beats:");
  for (std::size_t i = 0; i < shape.nash.entrants.size(); ++i) {
    if (shape.nash.weights[i] >= 0.005)
      writer.write(fmt::format(" {} {:.2f}", name(shape.nash.entrants[i]), shape.nash.weights[i]));
  }
  writer.write("\n");
}

/// The places of a Swiss tournament or a knockout, and how its ties were decided.
void write_result(const FormatResult& result, std::size_t width, ansi::AnsiWriter writer) {
  std::string head = fmt::format("{:>5} {:<{}}", "place", "entrant", width);
  if (!result.tie_breaks.empty()) head += fmt::format(" {:>7}", "points");
  for (const std::string& name : result.tie_breaks) head += "  " + name;
  writer.write(head + "\n", ansi::bold);
  for (const RankedEntrant& one : result.ranking) {
    std::string row =
        fmt::format("{:>5} {}", one.place, ansi::padded(result.name(one.entrant), width));
    if (!result.tie_breaks.empty()) row += fmt::format(" {:>7}", number_text(one.score, 2, false));
    for (std::size_t i = 0; i < one.tie_breaks.size(); ++i)
      row += fmt::format("  {:>{}}", number_text(one.tie_breaks[i], 2, false),
                         result.tie_breaks[i].size());
    writer.write(row + (one.in_the_running ? "\n" : "  (left)\n"));
  }
  for (const TieDecision& tie : result.decisions)
    writer.write(fmt::format("{}: {} beat {} {}\n", tie.tie, result.name(tie.winner),
                             result.name(tie.loser), decision_text(tie)));
  writer.write("\n");
}

}  // namespace

std::string rating_text(const EntrantStanding& entrant) {
  if (entrant.sums.deals == 0) return "";
  return fmt::format("{} ± {}", number_text(entrant.rating, 0, true),
                     number_text(entrant.reach(), 0, false));
}

std::string standings_text(const Standings& standings, const std::optional<FormatResult>& result,
                           ScreenStyle style) {
  std::size_t width = 8;
  for (const EntrantStanding& entrant : standings.entrants)
    width = std::max(width, columns_of(entrant.name));
  std::string text = fmt::format("{} of {}\n\n", counted(standings.matches, "game"),
                                 counted(static_cast<int>(standings.entrants.size()), "entrant"));
  const ansi::AnsiWriter writer(style, text);
  if (result) write_result(*result, width, writer);
  write_table(standings, width, writer);
  write_cross_table(standings, width, writer);
  write_groups(standings, writer);
  write_unknown(standings, writer);
  write_cycles(standings, writer);
  return text;
}

}  // namespace arena::cli
