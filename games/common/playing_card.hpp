// Playing cards of the French suits, and sets of them in one machine word.
// Suits have the order of a sorted hand: spades, clubs, hearts, diamonds; ranks go from two to ace.
// Games define packs with fewer ranks or with jokers themselves.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/core/bits.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cards {

inline constexpr int suit_count = 4;
inline constexpr int rank_count = 13;
inline constexpr int joker_index = suit_count * rank_count;
inline constexpr std::string_view suit_letters = "SCHD";
inline constexpr std::array<std::string_view, suit_count> suit_names = {"spades", "clubs", "hearts",
                                                                        "diamonds"};
inline constexpr std::array<std::string_view, rank_count> rank_names = {
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"};

enum Suit : std::uint8_t { spades, clubs, hearts, diamonds };
enum Rank : std::uint8_t {
  two,
  three,
  four,
  five,
  six,
  seven,
  eight,
  nine,
  ten,
  jack,
  queen,
  king,
  ace
};

/// One card: suit * 13 + rank, so that indices have the order of a sorted hand. Jokers, in packs
/// that have them, come after all others.
struct Card {
  std::uint8_t index = 0;

  constexpr Card() = default;
  constexpr Card(Suit suit, Rank rank)
      : index(static_cast<std::uint8_t>(suit * rank_count + rank)) {}
  /// REQUIRES: 0 <= index < 64.
  static constexpr Card at(int index) {
    Card card;
    card.index = static_cast<std::uint8_t>(index);
    return card;
  }

  [[nodiscard]] constexpr bool is_joker() const { return index >= joker_index; }
  /// REQUIRES: !is_joker(), also for `rank`.
  [[nodiscard]] constexpr Suit suit() const { return static_cast<Suit>(index / rank_count); }
  [[nodiscard]] constexpr Rank rank() const { return static_cast<Rank>(index % rank_count); }
  constexpr auto operator<=>(const Card&) const = default;
};

/// "S", "C", "H" or "D".
inline std::string to_text(Suit suit) { return std::string(1, suit_letters[suit]); }

inline std::optional<Suit> read_suit(std::string_view text) {
  if (text.size() != 1) return std::nullopt;
  for (const Suit suit : {spades, clubs, hearts, diamonds}) {
    if (lower(text[0]) == lower(suit_letters[suit])) return suit;
  }
  return std::nullopt;
}

/// "7H", "10C", "AS"; a joker is "*".
inline std::string to_text(Card card) {
  if (card.is_joker()) return "*";
  return std::string(rank_names[card.rank()]) + suit_letters[card.suit()];
}

/// Reads a card in upper or lower case; every joker is read as the first one.
inline std::optional<Card> read_card(std::string_view text) {
  if (text == "*") return Card::at(joker_index);
  if (text.size() < 2 || text.size() > 3) return std::nullopt;
  const auto suit = read_suit(text.substr(text.size() - 1));
  const std::string_view name = text.substr(0, text.size() - 1);
  for (std::size_t rank = 0; suit && rank < rank_count; ++rank) {
    if (equal_ignoring_case(name, rank_names[rank])) return Card(*suit, static_cast<Rank>(rank));
  }
  return std::nullopt;
}

/// A hook for described values (records, options). Returns false if the text is no card.
inline bool from_text(std::string_view text, Card& card) {
  const auto read = read_card(text);
  if (read) card = *read;
  return read.has_value();
}

/// Removes and returns the first word of a trimmed text; the rest is trimmed too.
// House rule: any amount of white space separates the words of a move.
inline std::string_view next_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find_first_of(" \t\n\v\f\r"));
  text = trim(text.substr(word.size()));
  return word;
}

/// A set of cards, iterated in the order of a sorted hand.
class CardSet {
 public:
  constexpr CardSet() = default;
  static constexpr CardSet of_bits(std::uint64_t bits) {
    CardSet set;
    set.bits_ = bits;
    return set;
  }
  static constexpr CardSet only(Card card) { return of_bits(bit(card)); }
  /// All 13 cards of a suit.
  static constexpr CardSet of(Suit suit) {
    return of_bits(((std::uint64_t{1} << rank_count) - 1)
                   << static_cast<unsigned>(suit * rank_count));
  }
  /// The four cards of a rank.
  static constexpr CardSet of(Rank rank) {
    constexpr std::uint64_t first_of_each =
        1 | std::uint64_t{1} << 13U | std::uint64_t{1} << 26U | std::uint64_t{1} << 39U;
    return of_bits(first_of_each << rank);
  }

  constexpr void insert(Card card) { bits_ |= bit(card); }
  constexpr void erase(Card card) { bits_ &= ~bit(card); }
  [[nodiscard]] constexpr bool contains(Card card) const { return (bits_ & bit(card)) != 0; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr int size() const { return std::popcount(bits_); }
  [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }
  /// REQUIRES: !empty().
  [[nodiscard]] constexpr Card front() const { return Card::at(std::countr_zero(bits_)); }
  /// The n-th card, counted from 0. REQUIRES: 0 <= n < size().
  [[nodiscard]] Card nth(int n) const { return Card::at(arena::bits::nth(bits_, n)); }

  friend constexpr CardSet operator|(CardSet a, CardSet b) { return of_bits(a.bits_ | b.bits_); }
  friend constexpr CardSet operator&(CardSet a, CardSet b) { return of_bits(a.bits_ & b.bits_); }
  /// The cards of `a` that are not in `b`.
  friend constexpr CardSet operator-(CardSet a, CardSet b) { return of_bits(a.bits_ & ~b.bits_); }
  constexpr CardSet& operator|=(CardSet other) { return *this = *this | other; }
  constexpr CardSet& operator-=(CardSet other) { return *this = *this - other; }
  constexpr bool operator==(const CardSet&) const = default;

  class Iterator {
   public:
    constexpr explicit Iterator(std::uint64_t bits) : bits_(bits) {}
    constexpr Card operator*() const { return Card::at(std::countr_zero(bits_)); }
    constexpr Iterator& operator++() {
      bits_ &= bits_ - 1;
      return *this;
    }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    std::uint64_t bits_;
  };
  [[nodiscard]] constexpr Iterator begin() const { return Iterator(bits_); }
  [[nodiscard]] constexpr Iterator end() const { return Iterator(0); }

 private:
  static constexpr std::uint64_t bit(Card card) { return std::uint64_t{1} << card.index; }
  std::uint64_t bits_ = 0;
};

}  // namespace arena::cards
