// What a series says of its players: counts, and means over deals. Matches of one deal (duplicate
// seatings) are not independent, so a deal's mean is one observation.
// In a game with partners a player of the statistics is a team: the players of one side
// (teams.hpp). Not for: who is better, see series_verdict.hpp.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "arena/core/outcome.hpp"
#include "arena/record/record.hpp"
#include "arena/rating/mean.hpp"

namespace arena {

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

/// What statistics need of one match, by side.
struct MatchResult {
  std::vector<int> scores;  // of a side that forfeited, the worst that it could still have got
  std::vector<int> places;
  std::vector<long> moves;           // accepted ones, without those that arena made for a seat
  std::vector<std::string> forfeit;  // the first reason; empty for a side that did not forfeit
  /// Of sides that forfeited; those of the others follow from the scores.
  std::map<std::size_t, int> margins{};
};
/// `sides`: as in GameInfo. Where several seats of a side forfeited, the first forfeit counts.
/// REQUIRES: the record has scores and places.
MatchResult result_of(const Record& record, int sides = 0);

/// One player's results over a series.
struct PlayerStatistics {
  int wins = 0;   // alone in first place
  int draws = 0;  // first place shared
  int losses = 0;
  long moves = 0;  // accepted ones
  Mean share;      // of a win, by deal: 1 for a win, 1/n for a first place shared by n
  Mean score;      // by deal
  Mean margin;     // by deal: own score less the best other one; negated where less is better
  std::map<std::string, int> forfeits;  // by reason
  ScoreCounts scores;                   // of matches, if it plays alone
  [[nodiscard]] int forfeit_count() const;
};

/// One player beside another, by deal.
struct Lead {
  Mean share;  // (own share - the other's + 1) / 2, so within 0 to 1, and 0.5 if they are level
  Mean score;  // own score less the other's; negated where less is better
};

/// Takes matches in the order of their numbers.
class SeriesStatistics {
 public:
  SeriesStatistics(int players, bool more_is_better);

  /// `player_at[side]`: whose side it was. Matches of one deal come one after the other.
  void add(int deal, const std::vector<int>& player_at, const MatchResult& result);
  /// The last deal is complete, or as complete as it will be.
  void finish();

  [[nodiscard]] const PlayerStatistics& of(int player) const {
    return players_[static_cast<std::size_t>(player)];
  }
  [[nodiscard]] const Lead& lead(int player, int other) const {
    return leads_[static_cast<std::size_t>(player) * players_.size() +
                  static_cast<std::size_t>(other)];
  }
  [[nodiscard]] int players() const { return static_cast<int>(players_.size()); }
  [[nodiscard]] int matches() const { return matches_; }
  [[nodiscard]] int deals() const { return deals_; }
  /// Of all players.
  [[nodiscard]] int forfeits() const;
  /// The best player first: by share of wins, then margin; or by score, then share.
  [[nodiscard]] std::vector<int> ranking(RankBy by) const;

 private:
  struct DealSums {
    double share = 0;
    double score = 0;
    double margin = 0;
  };
  std::vector<PlayerStatistics> players_;
  std::vector<Lead> leads_;     // by player, then by other
  std::vector<DealSums> open_;  // of the deal that is not complete
  int open_matches_ = 0;
  int open_deal_ = -1;
  int sign_;  // of scores, so that more is better
  int matches_ = 0;
  int deals_ = 0;
};

}  // namespace arena
