// Which ranks each entrant may have: intervals that contain the ranks of all entrants at once in
// 95 % of tournaments. Rank 1 is best; the rank of an entrant is 1 + the number of better ones.
//
// Method: Mogstad, Romano, Shaikh, Wilhelm, "Inference for Ranks with Applications to Mobility
// across Neighbourhoods and Academic Achievement across Countries", Review of Economic Studies 91
// (2024). For every ordered pair (a, b) it tests that a is not better than b, so that any of these
// tests is wrong with probability `miss` at most. The statistic is the difference over its standard
// error. All tests have one critical value: the 1 - miss quantile of the largest statistic, if
// all entrants were equal, simulated from the normal distribution with the covariance of
// the estimates. Stepwise (Romano, Wolf 2005): what is rejected is left out, and the quantile of
// the rest is less, until nothing more is rejected. Left out is one direction only, so the claims
// keep their direction. The best possible rank is 1 + the number of those surely better; the worst
// possible one is the number of entrants less those surely worse.
//
// The simulation has a fixed seed, so the same estimates give the same intervals. With up to 316
// entrants it has 20,000 draws, with 1,000 it has 2,000: then the quantile has an error of 0.5 % in
// probability. 1,000 entrants take about 0.5 s.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "arena/rating/square_matrix.hpp"

namespace arena {

struct RankInterval {
  int best = 1;
  int worst = 1;
};

struct RankSettings {
  double miss = 0.05;
  int draws = 0;  // of the simulation; 0 chooses by the number of entrants
  std::uint64_t seed = 1;
  /// By entrant. Entrants of different groups are not tested, see `components`. Empty: one group.
  std::vector<int> groups{};
  std::stop_token stop{};
};

struct RankIntervals {
  std::vector<RankInterval> ranks;  // by entrant
  /// Of each step, in standard errors. A difference is known if it is above the last one.
  std::vector<double> critical_values;
};

/// `estimates` and their covariance, in any unit: more is better. REQUIRES: as many as the
/// covariance has rows, at least one. Throws Stopped soon after a request to stop.
RankIntervals rank_intervals(std::span<const double> estimates, const SquareMatrix& covariance,
                             const RankSettings& settings = {});

}  // namespace arena
