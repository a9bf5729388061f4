// What a deal of Lost Cities is worth to each seat.
#include "arena/core/baseline.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "arena/core/rng.hpp"
#include "games/lost_cities/bots.hpp"

namespace arena::lost_cities {

namespace {

constexpr int decks = 8;

/// Exchanges cards with the next one or not of the same seat.
void exchange_neighbours(Deal& deal, Rng& rng) {
  for (std::size_t at = 0; at + 2 < deal.deck.size(); ++at) {
    if (rng.below(2) == 1) std::swap(deal.deck[at], deal.deck[at + 2]);
  }
}

}  // namespace

std::vector<double> baseline_margins(const Setup<LostCities>& setup) {
  Rng rng(1);
  std::vector<double> mean(2);
  Setup<LostCities> near = setup;
  for (int deck = 0; deck < decks; ++deck) {
    near.deal = LostCities::deal(setup);
    if (deck > 0) exchange_neighbours(near.deal, rng);
    const std::vector<double> margins = self_play_margins(near, builtins(), "greedy");
    for (std::size_t seat = 0; seat < mean.size(); ++seat) mean[seat] += margins[seat] / decks;
  }
  return mean;
}

}  // namespace arena::lost_cities
