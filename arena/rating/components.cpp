#include "arena/rating/components.hpp"

#include <algorithm>
#include <numeric>

namespace arena {

namespace {

/// The first entrant of the group (union-find, with the paths halved).
int first_of(std::vector<int>& parents, int entrant) {
  const auto parent = [&parents](int of) -> int& { return parents[static_cast<std::size_t>(of)]; };
  while (parent(entrant) != entrant) {
    parent(entrant) = parent(parent(entrant));
    entrant = parent(entrant);
  }
  return entrant;
}

}  // namespace

std::vector<int> components(int entrants, std::span<const PairTotals> pairs) {
  std::vector<int> parents(static_cast<std::size_t>(entrants));
  std::iota(parents.begin(), parents.end(), 0);
  for (const PairTotals& pair : pairs) {
    const int a = first_of(parents, pair.a);
    const int b = first_of(parents, pair.b);
    parents[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
  }
  std::vector<int> groups(parents.size());
  int count = 0;
  for (int entrant = 0; entrant < entrants; ++entrant) {
    const int first = first_of(parents, entrant);
    groups[static_cast<std::size_t>(entrant)] =
        first == entrant ? count++ : groups[static_cast<std::size_t>(first)];
  }
  return groups;
}

}  // namespace arena
