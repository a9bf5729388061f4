// The moves of yard bridge as small numbers, and sets of them in one machine word.
// A put's number lies in the lane of its card's suit, in the order of a sorted hand: the five low
// ranks, then four for the suits that a jack can order, then queen, king and ace. So a few shifts
// turn a set of cards into the list of their puts, and the n-th put is the n-th bit.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "arena/core/bits.hpp"
#include "games/yard_bridge/pack.hpp"

namespace arena::yard_bridge {

constexpr std::size_t index_of(int number) { return static_cast<std::size_t>(number); }

/// One action of a turn: put a card (a jack with the suit that it orders), take a card, or finish.
class Move {
 public:
  static constexpr int codes = 54;

  /// REQUIRES: the card is in the pack and is no jack.
  static constexpr Move put(Card card) {
    const int low = card.rank() < cards::jack ? 3 : 0;
    return at(card.index - low);
  }
  /// REQUIRES: a jack.
  static constexpr Move put(Card jack, Suit order) { return at(jack.index - 3 + order); }
  static constexpr Move take() { return at(52); }
  static constexpr Move done() { return at(53); }
  /// REQUIRES: the number of a move.
  static constexpr Move at(int code) { return Move(static_cast<std::uint8_t>(code)); }

  [[nodiscard]] constexpr bool is_put() const { return code_ < 52; }
  /// REQUIRES: is_put(), also for `suit`.
  [[nodiscard]] constexpr Card card() const;
  /// The suit in force after the put: the ordered suit, or the card's own.
  [[nodiscard]] constexpr Suit suit() const;
  [[nodiscard]] constexpr int code() const { return code_; }
  constexpr bool operator==(const Move&) const = default;

 private:
  constexpr explicit Move(std::uint8_t code) : code_(code) {}
  std::uint8_t code_;
};

namespace detail {

struct PutOf {
  Card card;
  Suit suit = cards::spades;
};

inline constexpr std::array<PutOf, 52> puts = [] {
  std::array<PutOf, 52> table{};
  for (const Card card : full_pack()) {
    if (card.rank() != cards::jack) {
      table[static_cast<std::size_t>(Move::put(card).code())] = {card, card.suit()};
      continue;
    }
    for (const Suit order : {cards::spades, cards::clubs, cards::hearts, cards::diamonds})
      table[static_cast<std::size_t>(Move::put(card, order).code())] = {card, order};
  }
  return table;
}();

inline constexpr CardSet low_ranks =
    sixes | sevens | eights | CardSet::of(cards::nine) | CardSet::of(cards::ten);
inline constexpr CardSet high_ranks = CardSet::of(cards::queen) | CardSet::of(cards::king) | aces;

}  // namespace detail

constexpr Card Move::card() const { return detail::puts[code_].card; }
constexpr Suit Move::suit() const { return detail::puts[code_].suit; }

/// A set of moves. Order: puts in hand order (a jack's orders by suit), then take, then done.
class Moves {
 public:
  constexpr Moves() = default;
  constexpr Moves(CardSet puts, bool take, bool done) {
    const std::uint64_t ordering = (puts & jacks).bits();
    bits_ = (puts & detail::low_ranks).bits() >> 3U | (puts & detail::high_ranks).bits() |
            ordering | ordering >> 1U | ordering >> 2U | ordering >> 3U |
            std::uint64_t{take} << 52U | std::uint64_t{done} << 53U;
  }

  [[nodiscard]] constexpr bool contains(Move move) const {
    return (bits_ >> static_cast<unsigned>(move.code()) & 1U) != 0;
  }
  [[nodiscard]] constexpr std::size_t size() const {
    return static_cast<std::size_t>(std::popcount(bits_));
  }
  /// REQUIRES: index < size().
  Move operator[](std::size_t index) const {
    return Move::at(bits::nth(bits_, static_cast<int>(index)));
  }

 private:
  std::uint64_t bits_ = 0;
};

}  // namespace arena::yard_bridge
