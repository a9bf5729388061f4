// Parts of the disguises of card games (tests/leaks.hpp).
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

/// Exchanges cards so that each place has one of the same value as before.
template <class Card, class ValueOf>
void keep_values(std::vector<Card>& mixed, const std::vector<Card>& before, ValueOf value_of) {
  for (std::size_t i = 0; i < mixed.size(); ++i) {
    const auto same = [&](Card card) { return value_of(card) == value_of(before[i]); };
    std::swap(mixed[i],
              *std::find_if(mixed.begin() + static_cast<std::ptrdiff_t>(i), mixed.end(), same));
  }
}

/// What `seat` cannot see: the others' cards by seat, then the stock, except its next `known`
/// cards. `cards_of(hand)` lists a hand.
template <class State, class CardsOf>
auto hidden_from(const State& state, Seat seat, std::size_t known, CardsOf cards_of) {
  std::vector<std::decay_t<decltype(state.stock[0])>> hidden;
  for (Seat other = 0; other < state.seats; ++other) {
    if (other == seat) continue;
    for (const auto card : cards_of(state.hands[static_cast<std::size_t>(other)]))
      hidden.push_back(card);
  }
  hidden.insert(hidden.end(),
                state.stock.begin() + static_cast<std::ptrdiff_t>(state.drawn + known),
                state.stock.end());
  return hidden;
}

/// Puts cards, in the order of `hidden_from`, where those were.
template <class State, class Card>
void put_hidden(State& state, Seat seat, std::size_t known, const std::vector<Card>& cards) {
  auto next = cards.begin();
  for (Seat other = 0; other < state.seats; ++other) {
    if (other == seat) continue;
    auto& hand = state.hands[static_cast<std::size_t>(other)];
    const int size = hand.size();
    hand = {};
    for (int i = 0; i < size; ++i) hand.insert(*next++);
  }
  for (std::size_t i = state.drawn + known; i < state.stock.size(); ++i) state.stock[i] = *next++;
}

}  // namespace arena::laws
