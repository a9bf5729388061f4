// How far one number for each entrant, its strength, explains the results of the pairs. Where a
// beats b, b beats c and c beats a, no order of the three does.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "arena/rating/pair_shares.hpp"

namespace arena {

struct Transitivity {
  /// The part of the variance of the pairs' logits that strengths explain, 0 to 1. The logits are a
  /// flow on the graph of the pairs that met, each weighted by its deals. It is the sum of a
  /// gradient (differences of strengths, by least squares) and of what goes round in cycles, which
  /// are orthogonal; this is the gradient's part of the sum of squares. With equal numbers of deals
  /// for all pairs it is the decomposition of Balduzzi, Tuyls, Perolat, Graepel, "Re-evaluating
  /// Evaluation" (2018); with gaps that of Jiang, Lim, Yao, Ye, "Statistical ranking and
  /// combinatorial Hodge theory" (2011). 1 if all logits are 0.
  double explained = 1;
  /// The same without the part of both sums of squares that chance is expected to have added, by
  /// the errors of the pairs: an estimate of what many more deals would show. Few deals make any
  /// field look cyclic. 1 if all logits together differ from 0 by no more than chance.
  double explained_without_chance = 1;
};

Transitivity transitivity(const PairShares& shares);

/// Entrant 0 of the cycle beats entrant 1, 1 beats 2, 2 beats 0. The first has the lowest number.
struct Cycle {
  std::array<int, 3> entrants{};
  std::array<double, 3> shares{};  // of 0 against 1, of 1 against 2, of 2 against 0
  double weakest =
      0;  // the least sure of the three links: its distance from 0.5 in standard errors
};

/// The `most` cycles whose weakest link is surest, the surest first. Of many triples some look like
/// cycles by chance alone: there, weakest links up to about 2 mean little.
std::vector<Cycle> strongest_cycles(const PairShares& shares, std::size_t most = 10);

}  // namespace arena
