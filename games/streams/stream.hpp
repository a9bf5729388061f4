// One player's stream of 20 slots, and its score.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/streams/cards.hpp"

namespace arena::streams {

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
