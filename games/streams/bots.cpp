#include "games/streams/bots.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>

#include "games/streams/gaps.hpp"

namespace arena::streams {

namespace {

/// The slot whose place in the gap is the rank of `card` among the cards that fit there.
int slot_by_rank(const Gap& gap, const Cards& left, Card card) {
  const int lower = left.below(card) - left.below(static_cast<Card>(gap.low));
  const int same = left.count(card);
  const int all = supply(gap, left);
  // (lower + same / 2) of `all`, scaled to `length`; the added ones count the card itself.
  const int slot = (2 * lower + same + 1) * gap.length() / (2 * (all + 1));
  return gap.begin + std::min(slot, gap.length() - 1);
}

/// Calls `slot_in(gap)` for the narrowest gap where the card fits. If it fits nowhere, the slot is
/// at an end of the gap that lacks most cards, where it breaks a run only where one must break.
template <class SlotIn>
int fitting_slot(const Stream& stream, const Cards& left, Card card, SlotIn slot_in) {
  int best = -1;
  int narrowest = 2 * highest_card;
  int sacrifice = -1;
  int least_wanted = -deck_size;
  for_each_gap(stream, [&](const Gap& gap) {
    if (gap.takes(card)) {
      if (gap.high - gap.low >= narrowest) return;
      narrowest = gap.high - gap.low;
      best = slot_in(gap);
    } else if (const int surplus = gap.length() - supply(gap, left); surplus > least_wanted) {
      least_wanted = surplus;
      sacrifice = card < gap.low ? gap.begin : gap.end - 1;
    }
  });
  return best >= 0 ? best : sacrifice;
}

/// The free slots for which no fitting card is expected to come, and one for each card that is
/// lower than its neighbour on the left. Times the number of cards in the deck, so that it is
/// whole.
int expected_breaks(const Stream& stream, const Cards& left) {
  const int to_come = std::popcount(stream.free());
  int breaks = 0;
  for_each_gap(stream, [&](const Gap& gap) {
    breaks += std::max(0, gap.length() * left.size() - supply(gap, left) * to_come);
  });
  for (int slot = 1; slot < slot_count; ++slot) {
    const bool both = !stream.is_free(slot) && !stream.is_free(slot - 1);
    if (both && stream[slot] < stream[slot - 1]) breaks += left.size();
  }
  return breaks;
}

Move at(int slot) { return {static_cast<std::uint8_t>(slot)}; }

}  // namespace

int spread_slot(const Stream& stream, const Cards& left, Card card) {
  return fitting_slot(stream, left, card,
                      [&](const Gap& gap) { return slot_by_rank(gap, left, card); });
}

int balance_slot(const Stream& stream, const Cards& left, Card card) {
  int best = -1;
  int fewest = std::numeric_limits<int>::max();
  for (int slot = 0; slot < slot_count; ++slot) {
    if (!stream.is_free(slot)) continue;
    Stream tried = stream;
    tried.put(slot, card);
    const int breaks = expected_breaks(tried, left);
    if (breaks >= fewest) continue;
    fewest = breaks;
    best = slot;
  }
  return best;
}

namespace {

Move first_slot(const View& view) { return Moves(view)[0]; }

/// Uses the first free slot for cards up to 15, and the last one for others.
Move ends(const View& view) {
  const std::uint32_t free = view.stream.free();
  const bool is_low = 2 * view.card <= highest_card;
  return at(is_low ? std::countr_zero(free) : std::bit_width(free) - 1);
}

/// Has one slot for each number, where it would be if all of the deck came in order, and uses the
/// free slot nearest to it.
Move table(const View& view) {
  const Cards deck = Cards::deck(DeckKind::readme);
  const int wanted =
      (2 * deck.below(view.card) + deck.count(view.card)) * slot_count / (2 * deck_size + 1);
  int nearest = -1;
  for (int slot = 0; slot < slot_count; ++slot) {
    if (!view.is_free(slot)) continue;
    if (nearest < 0 || std::abs(slot - wanted) < std::abs(nearest - wanted)) nearest = slot;
  }
  return at(nearest);
}

Move halves(const View& view) {
  return at(fitting_slot(view.stream, view.left, view.card,
                         [](const Gap& gap) { return gap.begin + gap.length() / 2; }));
}

Move spread(const View& view) { return at(spread_slot(view.stream, view.left, view.card)); }

Move balance(const View& view) { return at(balance_slot(view.stream, view.left, view.card)); }

constexpr std::array list = {
    Builtin<Streams>{"balance", "leaves gaps that the cards to come should fill",
                     make_bot<balance>},
    Builtin<Streams>{"ends", "low cards from the left, high cards from the right", make_bot<ends>},
    Builtin<Streams>{"first_slot", "the first free slot", make_bot<first_slot>},
    Builtin<Streams>{"focus", "samples as rollout does, and most for the slots that do best",
                     make_bot<focus, Rng>},
    Builtin<Streams>{"halves", "the middle of the gap where the card fits", make_bot<halves>},
    Builtin<Streams>{"random", "any free slot", make_bot<RandomBot<Streams>>},
    Builtin<Streams>{"rollout", "samples the cards to come for every slot", make_bot<rollout, Rng>},
    Builtin<Streams>{"spread", "places by the card's rank", make_bot<spread>},
    Builtin<Streams>{"table", "a fixed slot for each card, or the nearest free one",
                     make_bot<table>},
};

}  // namespace

std::span<const Builtin<Streams>> builtins() { return list; }

}  // namespace arena::streams
