// Counts of a series, and means over deals, for each player. Matches of one deal (duplicate
// seatings) are not independent, so the mean of a deal is one observation.
// Where a game compares the tables of a deal, what they earn counts (compared_tables.hpp).
// In a game with partners, a player of the statistics is a team: the players of one side
// (entrants.hpp). series_verdict.hpp decides who is better.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "arena/core/outcome.hpp"
#include "arena/rating/means/mean.hpp"
#include "arena/record/record.hpp"

namespace arena {

/// How often each score occurred. Scores are small whole numbers, so this stays small for any
/// number of matches.
using ScoreCounts = std::map<int, int>;

/// The distribution of single scores. Quantiles use linear interpolation.
struct Spread {
  double least = 0;
  double lower_quartile = 0;
  double median = 0;
  double upper_quartile = 0;
  double most = 0;
};
/// REQUIRES: !scores.empty().
Spread spread_of(const ScoreCounts& scores);

/// What statistics need from one match, by side.
struct MatchResult {
  std::vector<int> scores;  // that count: of a side that forfeited, the worst one still possible
  std::vector<int> places;
  std::vector<long> moves;           // accepted ones, without the arbiter's
  std::vector<std::string> forfeit;  // the first reason; empty if the side did not forfeit
  /// Only of sides that forfeited; the others' margins follow from the scores.
  std::map<std::size_t, int> margins{};
};
/// `sides` is as in GameInfo. If several seats of a side forfeited, the first forfeit counts.
/// REQUIRES: the record has scores and places.
MatchResult result_of(const Record& record, int sides = 0);

/// A side's margin: own score minus the best other one, so that more is better. After a forfeit,
/// the worst that the side could still get. 0 for a single player.
double margin_of(const MatchResult& result, std::size_t side, bool more_is_better);

/// Whether the points of a side say how it played: neither it nor all the others forfeited.
/// `has_forfeited`: by side.
bool has_played(const std::vector<bool>& has_forfeited, std::size_t side);

struct PlayerStatistics {
  int wins = 0;   // alone in first place
  int draws = 0;  // first place shared
  int losses = 0;
  int played = 0;      // see has_played
  long moves = 0;      // accepted ones
  Mean share;          // of a win, by deal: 1 for a win, 1/n for a first place shared by n
  Mean score;          // by deal, of those that it has played (has_played)
  Mean margin;         // likewise: own score minus the best other; negated if less is better
  Mean counted_score;  // by deal, of all: a forfeit counts as the worst result still possible
  std::map<std::string, int> forfeits;  // by reason
  ScoreCounts scores;                   // of single matches, if it plays alone
  [[nodiscard]] int forfeit_count() const;
  /// For people: what counts, if points do and it has played; otherwise how it played.
  [[nodiscard]] const Mean& shown_score(RankBy by) const {
    return by == RankBy::score && played > 0 ? counted_score : score;
  }
};

/// Compares one player with another, by deal.
struct Lead {
  Mean share;  // (own share - the other's + 1) / 2: from 0 to 1, and 0.5 if level
  Mean score;  // own score minus the other's, of the deals that both have played; negated if less
               // is better
  Mean counted_score;  // likewise, of all deals as they count
};

/// Adds matches in the order of their numbers.
class SeriesStatistics {
 public:
  /// `compare`: the game compares the tables of a deal; null if it does not.
  SeriesStatistics(int players, bool more_is_better, TableComparison compare = {});

  /// `player_at[side]` is the player of that side. REQUIRES: matches of one deal are consecutive.
  void add(int deal, const std::vector<int>& player_at, const MatchResult& result);
  /// Call it after the last match, even if its deal is incomplete.
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
  /// In which any player forfeited.
  [[nodiscard]] int forfeited_matches() const { return forfeited_matches_; }
  /// The best player first: by share of wins, then fewer forfeits, then margin; or by score as it
  /// counts, then share.
  [[nodiscard]] std::vector<int> ranking(RankBy by) const;

 private:
  struct DealSums {
    double share = 0;
    double score = 0;
    double margin = 0;
    bool played = true;  // in all its matches
  };
  /// A table of the open deal that waits for the others.
  struct OpenTable {
    std::vector<int> player_at;
    MatchResult result;
  };

  /// `is_comparable`: no other table of the deal was forfeited, if they are compared.
  void add_table(const std::vector<int>& player_at, const MatchResult& result,
                 bool is_comparable = true);
  void add_compared_tables();

  std::vector<PlayerStatistics> players_;
  std::vector<Lead> leads_;             // by player, then by other
  std::vector<DealSums> open_;          // of the deal that is not complete
  std::vector<OpenTable> open_tables_;  // only if they are compared
  int open_matches_ = 0;
  int open_deal_ = -1;
  bool more_is_better_;
  TableComparison compare_;
  int matches_ = 0;
  int forfeited_matches_ = 0;
  int deals_ = 0;
};

}  // namespace arena
