#include "arena/cli/tournament/standings_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "arena/series/figures.hpp"
#include "arena/util/text.hpp"

namespace arena::cli {

namespace {

std::string ranks_text(const RankInterval& ranks) {
  return ranks.best == ranks.worst ? fmt::format("{}", ranks.best)
                                   : fmt::format("{}-{}", ranks.best, ranks.worst);
}

/// Half the width of a 95 % interval.
double reach(const EntrantStanding& entrant) { return 1.96 * entrant.rating_error; }

std::string cross_table(const Standings& standings, std::size_t width) {
  std::string text = fmt::format("\n{:>{}}", "", width + 4);
  for (std::size_t i = 0; i < standings.entrants.size(); ++i) text += fmt::format("{:>6}", i + 1);
  text += "\n";
  for (std::size_t i = 0; i < standings.entrants.size(); ++i) {
    text += fmt::format("{:>3} {:<{}}", i + 1, standings.entrants[i].name, width);
    for (const auto& pair : standings.pairs[i])
      text += pair ? fmt::format("{:>6.1f}", 100 * pair->share) : fmt::format("{:>6}", "");
    text += "\n";
  }
  return text + "Each cell: the share of the points that the row won against the column, in %.\n";
}

}  // namespace

std::string standings_text(const Standings& standings) {
  std::size_t width = 8;
  for (const EntrantStanding& entrant : standings.entrants)
    width = std::max(width, entrant.name.size());
  std::string text = fmt::format("{} of {}\n\n", counted(standings.matches, "game"),
                                 counted(static_cast<int>(standings.entrants.size()), "entrant"));
  text +=
      fmt::format("{:>5} {:<{}} {:>14} {:>7} {:>8} {:>7} {:>7} {:>7} {:>9}\n", "rank", "entrant",
                  width, "rating", "deals", "points %", "won", "drawn", "lost", "forfeits");
  for (const EntrantStanding& entrant : standings.entrants) {
    const Sums& sums = entrant.sums;
    const std::string rating =
        sums.deals == 0 ? "" : fmt::format("{:+.0f} ± {:.0f}", entrant.rating, reach(entrant));
    const std::string share =
        sums.deals == 0 ? "" : fmt::format("{:.1f}", 100 * entrant.share.value());
    text += fmt::format("{:>5} {:<{}} {:>14} {:>7} {:>8} {:>7} {:>7} {:>7} {:>9}{}\n",
                        sums.deals == 0 ? "" : ranks_text(entrant.ranks), entrant.name, width,
                        rating, sums.deals, share, sums.wins, sums.draws, sums.losses,
                        entrant.sums.forfeits == 0 ? "" : fmt::format("{}", entrant.sums.forfeits),
                        entrant.is_active ? "" : "  (left)");
  }
  text += "rating: Elo, the mean is 0; ± and the ranks are 95 % intervals.\n";
  return text + cross_table(standings, width);
}

std::string standings_csv(const Standings& standings) {
  std::string text =
      "name,rating,rating_error,best_rank,worst_rank,deals,games,wins,draws,losses,share,"
      "mean_score,mean_margin,forfeits\n";
  for (const EntrantStanding& entrant : standings.entrants) {
    std::string name = entrant.name;
    for (std::size_t at = 0; (at = name.find('"', at)) != std::string::npos; at += 2)
      name.insert(at, 1, '"');
    const Sums& sums = entrant.sums;
    text += fmt::format("\"{}\",{},{},{},{},{},{},{},{},{},{},{},{},{}\n", name, entrant.rating,
                        entrant.rating_error, entrant.ranks.best, entrant.ranks.worst, sums.deals,
                        sums.matches, sums.wins, sums.draws, sums.losses, entrant.share.value(),
                        entrant.score.value(), entrant.margin.value(), entrant.sums.forfeits);
  }
  return text;
}

}  // namespace arena::cli
