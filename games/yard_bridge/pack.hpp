// The 36 cards of yard bridge, six to ace in four suits, and their points.
#pragma once

#include "games/common/deals.hpp"
#include "games/common/playing_card.hpp"

namespace arena::yard_bridge {

using cards::Card;
using cards::CardSet;
using cards::Rank;
using cards::Suit;

inline constexpr int pack_size = 36;

using Order = cards::Order<Card, pack_size>;
using Deal = cards::Deals<Card, pack_size>;
using ShuffledCards = cards::ShuffledCards<Card, pack_size>;

constexpr bool in_pack(Card card) { return !card.is_joker() && card.rank() >= cards::six; }

/// All cards, sorted.
constexpr Order full_pack() {
  Order pack;
  for (int index = 0; index < cards::joker_index; ++index) {
    if (in_pack(Card::at(index))) pack.push_back(Card::at(index));
  }
  return pack;
}

inline constexpr CardSet sixes = CardSet::of(cards::six);
inline constexpr CardSet sevens = CardSet::of(cards::seven);
inline constexpr CardSet eights = CardSet::of(cards::eight);
inline constexpr CardSet jacks = CardSet::of(cards::jack);
inline constexpr CardSet aces = CardSet::of(cards::ace);
inline constexpr CardSet tens =
    CardSet::of(cards::ten) | CardSet::of(cards::queen) | CardSet::of(cards::king);

/// The points of cards left in hand: 10, queen and king 10, ace 15, jack 20, the others 0.
constexpr int points(CardSet left) {
  return 10 * (left & tens).size() + 15 * (left & aces).size() + 20 * (left & jacks).size();
}

}  // namespace arena::yard_bridge
