// Pairs whose results do not fit the ratings: one of the two has more points against the other than
// their ratings expect. Either their styles differ, or one loses on purpose.
//
// The test: D is the sum over the pair's deals of points less expected points, V the sum of the
// squares of these differences. If all results fit, any pair ever has
//
//     |D| > sqrt((V + 1) (log(V + 1) + 2 log(pairs / miss)))
//
// with a probability of about `miss` at most, however often one looks: the mixture boundary of
// Robbins, "Statistical Methods Related to the Law of the Iterated Logarithm" (1970), in the form
// for any distribution of Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, "Time-uniform central limit
// theory and asymptotic confidence sequences" (2024). The 1 makes it narrowest at about 100 deals.
//
// One foul pair makes the ratings of both wrong, and then honest results against them do not fit
// either. So the clearest pairs are left out, the ratings computed again and the others tested
// again, until no more are found; then those that were left out are tested by these ratings.
#pragma once

#include <span>
#include <stop_token>
#include <vector>

#include "arena/rating/means/mean.hpp"
#include "arena/rating/outcomes.hpp"

namespace arena {

/// Points are the mean of a deal's matches: 1 for a win, 1/2 for a draw.
struct Misfit {
  int a = 0;  // has more points against b than expected
  int b = 0;
  int deals = 0;
  double share = 0;     // of a's points, the mean over deals
  double expected = 0;  // by the ratings without the pairs that do not fit
  double surplus = 0;   // a has surely so much more than expected: the end of the interval
};

/// With many deals, every difference of styles has some surplus.
inline constexpr double least_surplus = 0.05;

struct MisfitSettings {
  double miss = default_miss;
  int distinct_deals = 0;  // deals come again after so many, as no new evidence; 0: never
  std::stop_token stop{};
};

/// The pairs whose surplus is at least `least_surplus`, the largest first. `player_of`: who plays
/// as each entrant, from 0, so that all versions of a bot are tested as one; below 0: it is not
/// tested, but counts for the ratings. What cannot be compared without the pair itself is not
/// listed: where only three play, that is all. Throws Stopped soon after a request to stop.
std::vector<Misfit> misfits(std::span<const PairTotals> pairs, std::span<const int> player_of,
                            const MisfitSettings& settings = {});

}  // namespace arena
