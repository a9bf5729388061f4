// The cards of Most: a hand, the cards laid into melds, and their points.
// Both jokers are the same card, `joker`: nothing distinguishes them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include "arena/core/fixed_vector.hpp"
#include "games/common/playing_card.hpp"

namespace arena::most {

using cards::Card;
using cards::CardSet;
using cards::Rank;
using cards::Suit;

inline constexpr int pack_size = 54;
inline constexpr int joker_count = 2;
inline constexpr std::size_t longest_meld = 13;
inline constexpr Card joker = Card::at(cards::joker_index);

/// Cards in an order, jokers included.
using Row = FixedVector<Card, pack_size>;

/// All 52 cards without the jokers.
inline constexpr CardSet all_cards = CardSet::of_bits((std::uint64_t{1} << cards::joker_index) - 1);

/// Each card becomes the next higher one of its suit, and an ace becomes the two: runs are cyclic.
constexpr CardSet up(CardSet set) {
  constexpr std::uint64_t twos = CardSet::of(Rank::two).bits();
  return all_cards & CardSet::of_bits(((set.bits() << 1U) & ~twos) | ((set.bits() >> 12U) & twos));
}
/// Each card becomes the next lower one of its suit.
constexpr CardSet down(CardSet set) {
  constexpr std::uint64_t aces = CardSet::of(Rank::ace).bits();
  return all_cards & CardSet::of_bits(((set.bits() >> 1U) & ~aces) | ((set.bits() << 12U) & aces));
}
constexpr Card up(Card card) { return up(CardSet::only(card)).front(); }
constexpr Card down(Card card) { return down(CardSet::only(card)).front(); }

/// 2 to 9: 5 points each; 10, J, Q, K: 10; aces: 15.
constexpr int points(CardSet set) {
  constexpr CardSet aces = CardSet::of(Rank::ace);
  constexpr CardSet from_ten = CardSet::of(Rank::ten) | CardSet::of(Rank::jack) |
                               CardSet::of(Rank::queen) | CardSet::of(Rank::king) | aces;
  return 5 * (set.size() + (set & from_ten).size() + (set & aces).size());
}
inline constexpr int joker_penalty = 100;

/// A card in a meld: the card itself, or a joker that stands for it.
struct Laid {
  Card card;
  bool by_joker = false;

  /// The card that leaves the hand: the card itself or a joker.
  [[nodiscard]] constexpr Card from_hand() const { return by_joker ? joker : card; }
  constexpr bool operator==(const Laid&) const = default;
};

/// The cards of a new meld: a run from its low end, a set by suits.
using LaidCards = FixedVector<Laid, longest_meld>;

/// `7S`, or `*7S` for a joker that stands for it.
std::string to_text(const Laid& laid);
/// One blank between cards.
std::string to_text(const LaidCards& cards);

/// A player's hand: a set of cards, and up to two jokers.
class Hand {
 public:
  /// REQUIRES: the hand does not have the card; for a joker, the hand has at most one.
  constexpr void insert(Card card) { bits_ |= card.is_joker() ? free_joker() : bit(card); }
  /// REQUIRES: the hand has none of these cards, except jokers.
  constexpr void insert(const Hand& other) {
    const int joining = other.jokers();
    bits_ |= other.cards().bits();
    for (int i = 0; i < joining; ++i) insert(joker);
  }
  /// REQUIRES: contains(card).
  constexpr void erase(Card card) { bits_ &= ~(card.is_joker() ? last_joker() : bit(card)); }
  [[nodiscard]] constexpr bool contains(Card card) const {
    return (bits_ & (card.is_joker() ? first_joker : bit(card))) != 0;
  }
  /// Without the jokers.
  [[nodiscard]] constexpr CardSet cards() const { return all_cards & CardSet::of_bits(bits_); }
  [[nodiscard]] constexpr int jokers() const { return std::popcount(bits_ & both_jokers); }
  [[nodiscard]] constexpr int size() const { return std::popcount(bits_); }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  /// The points that the hand costs at the end of a deal.
  [[nodiscard]] constexpr int burden() const { return points(cards()) + joker_penalty * jokers(); }
  /// In the order of a sorted hand: by suits S C H D, then ranks from two to ace, jokers last.
  [[nodiscard]] constexpr Row sorted() const {
    Row row;
    for (const Card card : cards()) row.push_back(card);
    for (int i = 0; i < jokers(); ++i) row.push_back(joker);
    return row;
  }
  constexpr bool operator==(const Hand&) const = default;

 private:
  static constexpr std::uint64_t first_joker = std::uint64_t{1} << cards::joker_index;
  static constexpr std::uint64_t both_jokers = first_joker * 3;
  static constexpr std::uint64_t bit(Card card) { return std::uint64_t{1} << card.index; }
  /// The bit for one more joker.
  [[nodiscard]] constexpr std::uint64_t free_joker() const {
    return (bits_ & first_joker) == 0 ? first_joker : first_joker << 1U;
  }
  [[nodiscard]] constexpr std::uint64_t last_joker() const {
    return (bits_ & (first_joker << 1U)) != 0 ? first_joker << 1U : first_joker;
  }

  std::uint64_t bits_ = 0;
};

}  // namespace arena::most
