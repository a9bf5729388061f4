// What a series says of its players, and how sure that is: means with 95 % intervals over deals.
// Matches of one deal (duplicate seatings) are not independent, so a deal's mean is one
// observation.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "arena/match/record.hpp"

namespace arena {

struct Interval {
  double low = 0;
  double high = 0;
};

/// A mean of independent observations.
class Mean {
 public:
  void add(double value);
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] double value() const { return mean_; }
  /// Whether there are two values that differ: without a spread nothing is known of the error.
  [[nodiscard]] bool has_error() const { return squares_ > 0; }
  /// Half the width of the 95 % interval by Student's t. REQUIRES: has_error().
  [[nodiscard]] double margin_of_error() const;
  /// REQUIRES: has_error().
  [[nodiscard]] double standard_error() const;

 private:
  int count_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // sum of squared deviations (Welford)
};

/// The 95 % interval of Wilson's score for a share of `count` observations, each within 0 to 1. For
/// shares that may be fractional (draws, means over seatings) it is wider than need be, never
/// narrower.
Interval wilson_interval(double share, int count);
/// The same, so wide that those of `players` players all hold at once in 95 of 100 series
/// (Bonferroni). REQUIRES: 1 <= players <= most_seats.
Interval joint_interval(double share, int count, int players);

/// How often each score came. Scores are small whole numbers, so that this stays small however many
/// matches there are.
using ScoreCounts = std::map<int, int>;

/// How single scores are spread: the least, the quartiles and the most. Quartiles lie between two
/// scores as far as their rank does (the usual linear rule).
struct Spread {
  double least = 0;
  double lower_quartile = 0;
  double median = 0;
  double upper_quartile = 0;
  double most = 0;
};
/// REQUIRES: !scores.empty().
Spread spread_of(const ScoreCounts& scores);

/// One player's results over a series.
struct PlayerStatistics {
  int wins = 0;   // alone in first place
  int draws = 0;  // first place shared
  int losses = 0;
  Mean share;   // of a win, by deal: 1 for a win, 1/n for a first place shared by n
  Mean score;   // by deal
  Mean margin;  // by deal: own score less the best other one; its sign turned where less is better
  std::map<std::string, int> forfeits;  // by reason
  ScoreCounts scores;                   // of matches, if it plays alone
  [[nodiscard]] int forfeit_count() const;
};

/// Takes in matches in the order of their numbers.
class SeriesStatistics {
 public:
  SeriesStatistics(int players, bool more_is_better);

  /// `player_at[seat]`: who sat there. Matches of one deal come one after the other.
  void add(int deal, const std::vector<int>& player_at, const Record& record);
  /// The last deal is complete, or as complete as it will be.
  void finish();

  [[nodiscard]] const PlayerStatistics& of(int player) const {
    return players_[static_cast<std::size_t>(player)];
  }
  [[nodiscard]] int players() const { return static_cast<int>(players_.size()); }
  [[nodiscard]] int matches() const { return matches_; }
  [[nodiscard]] int deals() const { return deals_; }
  [[nodiscard]] long moves() const { return moves_; }  // accepted ones
  /// Players by share of wins, then by margin.
  [[nodiscard]] std::vector<int> ranking() const;

 private:
  struct DealSums {
    double share = 0;
    double score = 0;
    double margin = 0;
  };
  std::vector<PlayerStatistics> players_;
  std::vector<DealSums> open_;  // of the deal that is not complete
  int open_matches_ = 0;
  int open_deal_ = -1;
  bool more_is_better_;
  int matches_ = 0;
  int deals_ = 0;
  long moves_ = 0;
};

}  // namespace arena
