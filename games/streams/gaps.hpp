// The gaps of a stream: adjacent free slots, and the cards that fit between their ends.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "games/streams/stream.hpp"

namespace arena::streams {

/// Adjacent free slots, and the cards at both ends.
struct Gap {
  int begin = 0;
  int end = 0;  // the slot after the last free one
  int low = 0;  // the card before it; 0 at the start of the stream
  int high = highest_card;

  [[nodiscard]] int length() const { return end - begin; }
  // The slots before which a run may end in the gap: not the first one of the stream.
  [[nodiscard]] int first_break() const { return std::max(begin, 1); }
  [[nodiscard]] int last_break() const { return std::min(end, slot_count - 1); }
  [[nodiscard]] bool takes(Card card) const { return low <= card && card <= high; }
};

template <class Visit>
void for_each_gap(const Stream& stream, Visit visit) {
  for (std::uint32_t free = stream.free(); free != 0;) {
    Gap gap;
    gap.begin = std::countr_zero(free);
    gap.end = gap.begin + std::countr_one(free >> static_cast<unsigned>(gap.begin));
    if (gap.begin > 0) gap.low = stream[gap.begin - 1];
    if (gap.end < slot_count) gap.high = stream[gap.end];
    visit(gap);
    free &= ~((std::uint32_t{1} << static_cast<unsigned>(gap.end)) - 1);
  }
}

/// The number of cards of `left` that fit into the gap.
inline int supply(const Gap& gap, const Cards& left) {
  if (gap.low > gap.high) return 0;
  return left.below(static_cast<Card>(gap.high + 1)) - left.below(static_cast<Card>(gap.low));
}

}  // namespace arena::streams
