// A move of bridge: a call, with an alert or without, or a card.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/core/bits.hpp"
#include "arena/core/fixed_vector.hpp"
#include "games/bridge/auction.hpp"

namespace arena::bridge {

/// What the caller tells the opponents about a call. The partner does not get it.
struct Alert {
  bool given = false;
  FixedVector<char, 160> text{};  // UTF-8
  bool operator==(const Alert&) const = default;
};

/// An alert with any text. House rule: it is shown on one line, and has at most 80 characters and
/// 160 bytes; the rest is not shown.
Alert alert_with(std::string_view text);

struct Move {
  std::uint8_t code = 0;  // of a call, or 64 more than the index of a card
  Alert alert{};

  static constexpr Move of(Call call) { return {call.code}; }
  static constexpr Move of(Card card) {
    return {static_cast<std::uint8_t>(first_card + card.index)};
  }
  [[nodiscard]] constexpr bool is_call() const { return code < first_card; }
  /// REQUIRES: is_call().
  [[nodiscard]] constexpr Call call() const { return Call::at(code); }
  /// REQUIRES: !is_call().
  [[nodiscard]] constexpr Card card() const { return Card::at(code - first_card); }
  bool operator==(const Move&) const = default;

  static constexpr int first_card = 64;
};

/// "1NT", "2C alert: asks for majors", "HT".
std::string text_of(const Move& move);
std::optional<Move> read_move(std::string_view text);

/// The legal moves: calls or cards.
class Moves {
 public:
  Moves() = default;
  static constexpr Moves of_calls(std::uint64_t calls) { return {calls, false}; }
  static constexpr Moves of_cards(CardSet cards) { return {cards.bits(), true}; }

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(std::popcount(bits_)); }
  Move operator[](std::size_t index) const {
    const int at = bits::nth(bits_, static_cast<int>(index));
    return are_cards_ != 0 ? Move::of(Card::at(at)) : Move::of(Call::at(at));
  }
  [[nodiscard]] bool contains(const Move& move) const {
    if (move.is_call() == (are_cards_ != 0)) return false;
    const int bit = are_cards_ != 0 ? move.card().index : move.code;
    return (bits_ >> static_cast<unsigned>(bit) & 1U) != 0;
  }
  [[nodiscard]] CardSet cards() const {
    return are_cards_ != 0 ? CardSet::of_bits(bits_) : CardSet();
  }
  [[nodiscard]] bool contains(Call call) const { return contains(Move::of(call)); }

 private:
  constexpr Moves(std::uint64_t bits, bool are_cards)
      : bits_(bits), are_cards_(are_cards ? 1 : 0) {}

  std::uint64_t bits_ = 0;
  std::uint64_t are_cards_ = 0;  // as wide as the set, so that there is no padding
};

}  // namespace arena::bridge
