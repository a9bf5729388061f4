// Pairs of hands of equal size, reduced to what matters in the bidding game: how their cards
// compare. Hands with the same order are one pair, and a pair and its mirror (the hands exchanged)
// are stored once. With 8 cards, 12,869 pairs of hands become 865. Read-only once built.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/bidding/bidding.hpp"

namespace arena::bidding {

class HandPairs {
 public:
  /// A pair, by its number among the pairs of its size.
  struct Ref {
    std::int32_t index = 0;
    bool mirrored = false;  // the stored pair is this one with the hands exchanged
  };

  /// All pairs that hands of the cards 1 to `cards` can make. REQUIRES: 1 to 16.
  explicit HandPairs(int cards);

  [[nodiscard]] int count(int size) const { return static_cast<int>(level(size).codes.size()); }
  /// REQUIRES: hands of equal size, with cards up to the number given to the constructor.
  [[nodiscard]] Ref find(Cards own, Cards other) const;
  /// The pair that is left after the hands play their `own`-th and `other`-th lowest cards, counted
  /// from 0. REQUIRES: size >= 2.
  [[nodiscard]] Ref after(int size, int index, int own, int other) const {
    return level(size).after[square(size, index, own, other)];
  }
  /// 1 if the first hand's card of that rank is higher than the other's, -1 if it is lower, else 0.
  [[nodiscard]] int compare(int size, int index, int own, int other) const {
    return level(size).compared[square(size, index, own, other)];
  }
  /// Returns whether the pair is its own mirror.
  [[nodiscard]] bool even(int size, int index) const;

 private:
  struct Level {
    std::vector<std::uint32_t> codes;  // ascending
    std::vector<Ref> after;            // by pair, own rank, other rank
    std::vector<std::int8_t> compared;
  };

  [[nodiscard]] const Level& level(int size) const {
    return levels_[static_cast<std::size_t>(size)];
  }
  static std::size_t square(int size, int index, int own, int other) {
    const int at = (index * size + own) * size + other;
    return static_cast<std::size_t>(at);
  }
  void add_codes(int cards);
  void add_steps(int size);

  std::vector<Level> levels_;  // by size
};

}  // namespace arena::bidding
