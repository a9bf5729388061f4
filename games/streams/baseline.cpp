// What the cards of a Streams deal are worth.
#include <algorithm>
#include <utility>

#include "arena/core/rng.hpp"
#include "games/streams/bots.hpp"

namespace arena::streams {

namespace {

constexpr int orders = 8;
constexpr std::uint32_t reach = 4;  // turns by which a card comes later at most, less one
constexpr int most_points = 60;     // rare runs of 300 say little about the cards

using SlotOf = int (*)(const Stream&, const Cards& left, Card);

int points(const Deal& deal, DeckKind deck, SlotOf slot_of) {
  Stream stream;
  Cards left = Cards::deck(deck);
  for (const Card card : deal.cards) {
    left.remove(card);
    stream.put(slot_of(stream, left, card), card);
  }
  return std::min(score(stream), most_points);
}

void exchange_neighbours(Deal& deal, Rng& rng) {
  const std::size_t last = deal.cards.size() - 1;
  for (std::size_t at = 0; at < last; ++at)
    std::swap(deal.cards[at], deal.cards[std::min<std::size_t>(at + rng.below(reach), last)]);
}

}  // namespace

double baseline_score(const Deal& deal, DeckKind deck) {
  Rng rng(1);
  int sum = 0;
  for (int order = 0; order < orders; ++order) {
    Deal near = deal;
    if (order > 0) exchange_neighbours(near, rng);
    sum += points(near, deck, spread_slot) + points(near, deck, balance_slot);
  }
  return sum / (2.0 * orders);
}

}  // namespace arena::streams
