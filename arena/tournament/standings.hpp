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
};

struct Standings {
  std::vector<EntrantStanding> entrants;  // the highest rating first
  /// pairs[a][b]: entrant a of the list above against entrant b; no value if they never met.
  std::vector<std::vector<std::optional<PairStanding>>> pairs;
  int matches = 0;
};

/// Of the store's complete deals. Entrants without a deal come last.
Standings standings_of(const Store& store);

}  // namespace arena
