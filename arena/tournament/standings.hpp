// How a tournament stands: what each entrant has done, its rating, and the ranks that it may have.
// Computed from the store alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/rating/mean.hpp"
#include "arena/rating/rank_intervals.hpp"
#include "arena/rating/ratings.hpp"
#include "arena/store/store.hpp"

namespace arena {

/// One pair of entrants, as the first one sees it.
struct PairStanding {
  int matches = 0;
  double share = 0;   // of the points: 1 for a win, 1/2 for a draw
  double margin = 0;  // mean of a match
};

struct EntrantStanding {
  int id = 0;
  std::string name;
  bool is_active = true;
  Sums sums;                // over all its deals
  Mean share;               // of a deal's points, with deals as the unit
  Mean score;               // of a match
  Mean margin;              // of a match
  double rating = 0;        // Elo; the mean of all is 0
  double rating_error = 0;  // standard error
  RankInterval ranks;       // that hold jointly at 95 %
  /// How likely it is that this entrant is stronger than the next one of the list (LOS).
  std::optional<double> superiority{};
  /// About how many more deals of both would tell this entrant from the next one at 95 %, if the
  /// difference is what it looks like now. 0: they are told apart. None: nothing tells them apart.
  std::optional<double> more_deals{};

  /// Half the width of the rating's 95 % interval, by Student's t over its deals.
  [[nodiscard]] double reach() const;
};

struct Standings {
  std::vector<EntrantStanding> entrants;  // the highest rating first
  /// pairs[a][b]: entrant a of the list above against entrant b; no value if they never met.
  std::vector<std::vector<std::optional<PairStanding>>> pairs;
  std::vector<PairTotals> totals;  // of the pairs that met; entrants by their place in the list
  int matches = 0;
};

/// Of the store's complete deals. Entrants without a deal come last. Where two sit at a table, it
/// reads the sums that the store keeps; ratings of more at a table need every match.
Standings standings_of(const Store& store);

}  // namespace arena
