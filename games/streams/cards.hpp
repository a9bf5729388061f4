// The cards of Streams: numbers from 1 to 30, some of them twice; one of the two decks has a wild
// card. A card is its number; the wild card is 0.
#pragma once

#include <bit>
#include <cstdint>

#include <boost/describe.hpp>

namespace arena::streams {

using Card = std::uint8_t;

inline constexpr Card wild = 0;
inline constexpr Card highest_card = 30;
inline constexpr int deck_size = 40;

/// `readme`: 1 to 30, and 11 to 20 twice. `published`: 1 to 30, 11 to 19 twice, and the wild card,
/// as in the published board game.
enum class DeckKind : std::uint8_t { readme, published };
BOOST_DESCRIBE_ENUM(DeckKind, readme, published)

/// A multiset of cards, each at most twice: two words of bits.
class Cards {
 public:
  constexpr Cards() = default;

  static constexpr Cards deck(DeckKind kind) {
    Cards all;
    for (Card card = 1; card <= highest_card; ++card) all.add(card);
    const Card last_double = kind == DeckKind::readme ? 20 : 19;
    for (Card card = 11; card <= last_double; ++card) all.add(card);
    if (kind == DeckKind::published) all.add(wild);
    return all;
  }

  /// REQUIRES: the set has the card at most once.
  constexpr void add(Card card) {
    const std::uint32_t bit = std::uint32_t{1} << card;
    twice_ |= once_ & bit;
    once_ |= bit;
  }
  /// REQUIRES: contains(card).
  constexpr void remove(Card card) {
    const std::uint32_t bit = std::uint32_t{1} << card;
    once_ &= ~bit | twice_;
    twice_ &= ~bit;
  }
  [[nodiscard]] constexpr bool contains(Card card) const { return ((once_ >> card) & 1U) != 0; }
  [[nodiscard]] constexpr int size() const { return std::popcount(once_) + std::popcount(twice_); }
  /// The number of cards lower than `card`.
  [[nodiscard]] constexpr int below(Card card) const {
    const std::uint32_t lower = (std::uint32_t{1} << card) - 1;
    return std::popcount(once_ & lower) + std::popcount(twice_ & lower);
  }
  /// The number of copies of this card.
  [[nodiscard]] constexpr int count(Card card) const {
    return static_cast<int>(((once_ >> card) & 1U) + ((twice_ >> card) & 1U));
  }

  /// Calls `visit(Card)` for each card, ascending.
  template <class Visit>
  constexpr void for_each(Visit visit) const {
    for (std::uint32_t left = once_; left != 0; left &= left - 1) {
      const auto card = static_cast<Card>(std::countr_zero(left));
      for (int copy = count(card); copy > 0; --copy) visit(card);
    }
  }

  constexpr bool operator==(const Cards&) const = default;

 private:
  std::uint32_t once_ = 0;   // cards with at least one copy
  std::uint32_t twice_ = 0;  // cards with two copies
};

}  // namespace arena::streams
