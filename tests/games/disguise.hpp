// What the chance of card games hides (tests/leaks.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "arena/core/game.hpp"
#include "arena/core/rng.hpp"

namespace arena::laws {

/// Shuffles the cards at the places for which `is_hidden(place)` holds.
template <class Cards, class IsHidden>
void shuffle_hidden(Cards& cards, IsHidden is_hidden, Rng& rng) {
  std::vector<std::size_t> hidden;
  for (std::size_t place = 0; place < cards.size(); ++place) {
    if (is_hidden(place)) hidden.push_back(place);
  }
  auto mixed = hidden;
  rng.shuffle(mixed);
  const Cards before = cards;
  for (std::size_t i = 0; i < hidden.size(); ++i) cards[hidden[i]] = before[mixed[i]];
}

/// In a game of several deals: of a deck, what the seat is not dealt of the first `dealt` cards,
/// but not the `open` card; of a new stock, what does not come at once.
template <class G>
void disguise_order(const typename G::State& now, typename G::Chance& order, Seat seat, int dealt,
                    int open, Rng& rng) {
  const auto is_hidden = [&](std::size_t place) {
    const int i = static_cast<int>(place);
    if (!G::awaits_deck(now)) return i >= 8;
    return i != open && (i >= dealt || (now.dealer + 1 + i) % now.seats != seat);
  };
  shuffle_hidden(order.cards, is_hidden, rng);
}

}  // namespace arena::laws
