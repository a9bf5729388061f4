// What the tables of a deal say of the entrants where several pairings play the same deals: each
// result is compared with those of the same side at all other tables, as in a duplicate event for
// pairs. Not for: who of two entrants won their deal, which the standings count.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/game/games.hpp"
#include "arena/rating/means/mean.hpp"
#include "arena/rating/nash_average.hpp"
#include "arena/rating/transitivity.hpp"
#include "arena/store/store.hpp"
#include "arena/tournament/standings.hpp"

namespace arena {

/// A deal is one observation: the mean over the entrant's tables.
struct FieldScore {
  int entrant = 0;  // its id
  std::string name;
  bool is_active = true;
  int place = 0;  // from 1; equal scores share a place
  Mean score;
};

struct FieldScores {
  /// A score is the share of what a table could earn, in percent. Otherwise it is the lead over
  /// another table, on average.
  bool is_percentage = false;
  std::string unit;  // "% of the matchpoints", "IMPs a comparison"
  int least_tables = 0;
  int most_tables = 0;               // that played a deal
  std::vector<FieldScore> entrants;  // with a score; best first
};

/// Adds up the tables of one deal after the other.
class FieldTotals {
 public:
  /// REQUIRES: compare.
  FieldTotals(Sides sides, bool more_is_better, TableComparison compare);

  /// All tables of a deal. One table alone is not enough.
  void add(std::vector<StoredMatch> deal);
  [[nodiscard]] FieldScores scores(const std::vector<StoredEntrant>& entrants) const;

 private:
  /// What the seat's side earned on average against another table. REQUIRES: compared seats.
  [[nodiscard]] double score_of(const StoredSeat& seat, std::size_t tables) const;

  Sides sides_;
  bool more_is_better_;
  TableComparison compare_;
  std::map<int, Mean> means_;  // by the entrant's id
  int least_tables_ = 0;
  int most_tables_ = 0;
};

/// None if the store's pairings do not share deals, or if the game does not compare tables. Reads
/// every match.
std::optional<FieldScores> field_scores(const Store& store, const Games& games);

/// Null if none exist.
json::value field_scores_json(const std::optional<FieldScores>& scores);

// How far one number for each entrant explains the results, and who is best where it does not.

/// Entrants are named by their place in the list of the standings, from 0.
struct FieldShape {
  Transitivity transitivity;
  std::vector<Cycle> cycles;  // whose weakest link is at least 2 standard errors, the surest first
  NashAverage nash;

  /// Ratings alone would mislead: there is a cycle that chance hardly explains.
  [[nodiscard]] bool has_cycles() const { return !cycles.empty(); }
};

/// Takes seconds for 1,000 entrants.
FieldShape shape_of(const Standings& standings);

}  // namespace arena
