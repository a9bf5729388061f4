// The cards of Streams, one player's stream of 20 slots, and its score.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <boost/describe.hpp>

namespace arena::streams {

// The cards are numbers from 1 to 30, some of them twice; one of the two decks has a wild card. A
// card is its number; the wild card is 0.
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

inline constexpr int slot_count = 20;
inline constexpr Card empty_slot = 0xff;
inline constexpr std::uint32_t all_slots = (std::uint32_t{1} << slot_count) - 1;

class Stream {
 public:
  constexpr Stream() { slots_.fill(empty_slot); }

  /// The card in slot 0..19, or `empty_slot`.
  [[nodiscard]] constexpr Card operator[](int slot) const {
    return slots_[static_cast<std::size_t>(slot)];
  }
  [[nodiscard]] constexpr bool is_free(int slot) const {
    return ((free_ >> static_cast<unsigned>(slot)) & 1U) != 0;
  }
  /// Bit i is set if slot i is free.
  [[nodiscard]] constexpr std::uint32_t free() const { return free_; }

  /// REQUIRES: is_free(slot).
  constexpr void put(int slot, Card card) {
    slots_[static_cast<std::size_t>(slot)] = card;
    free_ &= ~(std::uint32_t{1} << static_cast<unsigned>(slot));
  }
  /// Empties a slot again.
  constexpr void take(int slot) {
    slots_[static_cast<std::size_t>(slot)] = empty_slot;
    free_ |= std::uint32_t{1} << static_cast<unsigned>(slot);
  }

  constexpr bool operator==(const Stream&) const = default;

 private:
  std::array<Card, slot_count> slots_{};
  std::uint32_t free_ = all_slots;
};

/// The points of a run of `length` cards, 1..20.
int run_points(int length);

/// The points of a full stream: it is cut into the longest non-decreasing runs, and their points
/// are added. A wild card counts as the number from 1 to 30 that gives the most points. REQUIRES:
/// no slot is free.
int score(const Stream& stream);

}  // namespace arena::streams
