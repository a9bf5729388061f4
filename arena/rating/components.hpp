// Groups of entrants that are connected by matches. The results do not show the strength of
// one group relative to another: only the virtual draws of the ratings put them on one scale.
#pragma once

#include <span>
#include <vector>

#include "arena/rating/pair_totals.hpp"

namespace arena {

/// The group of each entrant, numbered from 0 in the order of their first entrants. Two entrants
/// are in one group if they met, or if a chain of meetings connects them.
std::vector<int> components(int entrants, std::span<const PairTotals> pairs);

}  // namespace arena
