// The cheapest way to put all in pairs, by LEMON's maximum weighted perfect matching. (That of
// Boost.Graph 1.81 gives wrong answers for some graphs, and never ends for others: its issues 223
// and 399.) The source is compiled as C++17, which LEMON needs: no newer header may come in here.
#pragma once

#include <cstdint>
#include <vector>

namespace arena {

struct PossiblePair {
  int a = 0;
  int b = 0;
  std::int64_t cost = 0;
};

/// For each of `count` members its partner, so that the sum of the costs is least. Empty if not all
/// can be paired. Equal inputs give equal answers.
std::vector<int> cheapest_pairs(int count, const std::vector<PossiblePair>& possible);

}  // namespace arena
