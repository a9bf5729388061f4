// Which player of a series is better, by the measure of the game, and whether that may be luck.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "arena/series/statistics/statistics.hpp"

namespace arena {

struct SeriesVerdict {
  enum class Kind {
    not_compared,  // fewer than two players were measured
    one_deal,      // says little
    level,         // there is no lead
    undecided,     // the lead may be luck
    stronger       // the lead is larger than luck explains
  };
  Kind kind = Kind::not_compared;
  RankBy by = RankBy::wins;
  std::vector<int> not_measured{};  // see the function below
  // The members below are valid unless the players are not compared.
  int leader = 0;
  int second = 0;
  /// By wins: (difference of the win shares + 1) / 2, which is the leader's own share if there are
  /// two players. By score: points a game.
  double lead = 0;
  std::optional<Interval> interval{};  // of the lead; none without a spread
  double more_deals = 0;  // if undecided: about how many would decide, with the same lead
};

/// The players whose games do not measure strength, the best one first: they forfeited, and
/// either no game was played without a forfeit, or they made no move.
std::vector<int> not_measured(const SeriesStatistics& statistics, RankBy by);

/// Compares the first two of the players that were measured. With three or more, it widens the
/// interval for the number of pairs (Bonferroni), because the results choose the pair.
SeriesVerdict verdict_of(const SeriesStatistics& statistics, RankBy by);

/// What the sentences need besides the figures.
struct VerdictNames {
  std::string_view game;  // as on the command line
  const std::vector<std::string>& players;
  int deals = 0;  // of the whole run
  std::string_view unit = "points a game";
};

/// A line for each of these players, and what shows the reason.
std::string not_measured_text(const std::vector<int>& not_measured,
                              const SeriesStatistics& statistics, const VerdictNames& names);

/// Complete lines; empty for a single player.
std::string verdict_text(const SeriesVerdict& verdict, const SeriesStatistics& statistics,
                         const VerdictNames& names);

boost::json::object verdict_json(const SeriesVerdict& verdict, const SeriesStatistics& statistics,
                                 const VerdictNames& names);

}  // namespace arena
