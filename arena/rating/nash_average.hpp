// Who is best where the field is not transitive: the Nash average of Balduzzi, Tuyls, Perolat,
// Graepel, "Re-evaluating Evaluation" (2018). Two players each choose an entrant; who wins is paid
// the logit of the pair's share. The equilibrium is a mixture of entrants that no entrant beats on
// average. Weak entrants have no weight in it, and a copy of an entrant changes nothing but that it
// shares the weight: so the field cannot be packed with weak bots, or copies, to raise a friend.
// Ratings can.
//
// Of several equilibria it is the one of maximum entropy. It is approached along a path: with an
// entropy of weight t added for both players, the equilibrium is unique, p = softmax(A p / t), and
// its limit for t -> 0 has maximum entropy: with L(p, q) = p A q + t H(p) - t H(q), (p_t, p_t) is a
// saddle of L, so H(p_t) >= H(p) for every equilibrium p. Each t is solved by Newton's method,
// whose matrix t I - A diag(p) is never singular, as A is antisymmetric. t ends at 4e-9 of the
// largest payment. 1,000 entrants take 2 s where most are clearly weaker than some, and 12 s with
// random payments. The bidding game has a matrix solver of its own (games/bidding): that one finds
// some equilibrium of a small game in microseconds, with the same bits on every machine.
#pragma once

#include <vector>

#include "arena/rating/pair_shares.hpp"
#include "arena/rating/square_matrix.hpp"

namespace arena {

/// The weights of the symmetric equilibrium of maximum entropy; they add up to 1. `payments(a, b)`
/// is what a is paid against b. Against the weights, no choice is paid more than 3e-8 of the
/// largest payment. REQUIRES: payments(a, b) == -payments(b, a), finite; at least one row.
std::vector<double> max_entropy_equilibrium(const SquareMatrix& payments);

struct NashAverage {
  /// Those whose pairings among each other are all played: until this holds, the one with the
  /// fewest opponents is left out (of several, the one with the highest number).
  std::vector<int> entrants;
  std::vector<double> weights;  // of these, in the equilibrium
  /// By which rating, in Elo points, each is behind the mixture: 0 or less, but for rounding.
  std::vector<double> elo;
};

NashAverage nash_average(const PairShares& shares);

}  // namespace arena
