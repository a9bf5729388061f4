// How bidders value a hand.
#pragma once

#include <array>
#include <cstdint>

#include "games/bridge/cards.hpp"

namespace arena::bridge {

inline constexpr std::array suits_down = {Strain::spades, Strain::hearts, Strain::diamonds,
                                          Strain::clubs};

/// Arrays are by strain.
struct Strength {
  int high = 0;    // A 4, K 3, Q 2, J 1
  int points = 0;  // one more for each card of a suit after the fourth
  int aces = 0;
  std::array<int, 4> length{};
  std::array<int, 4> top{};       // of A, K, Q
  std::array<bool, 4> stopped{};  // A, Kx, Qxx or Jxxx
  bool balanced = false;          // no singleton, at most one doubleton

  explicit Strength(CardSet hand);
  [[nodiscard]] int of(Strain suit) const { return length[static_cast<std::size_t>(suit)]; }
  /// Points for high cards and, with three trumps or more, for short suits: with four trumps
  /// 5, 3 and 1 for no card, one and two; with three 3, 2 and 1.
  [[nodiscard]] int in_support(Strain trump) const;
};

}  // namespace arena::bridge
