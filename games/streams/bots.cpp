#include "games/streams/bots.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>

namespace arena::streams {

namespace {

constexpr int samples = 48;

/// Adjacent free slots, and the cards at both ends.
struct Gap {
  int begin = 0;
  int end = 0;  // the slot after the last free one
  int low = 0;  // the card before it; 0 at the start of the stream
  int high = highest_card;

  [[nodiscard]] int length() const { return end - begin; }
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
int supply(const Gap& gap, const Cards& left) {
  if (gap.low > gap.high) return 0;
  return left.below(static_cast<Card>(gap.high + 1)) - left.below(static_cast<Card>(gap.low));
}

/// The slot whose place in the gap is the rank of `card` among the cards that fit there.
int slot_by_rank(const Gap& gap, const Cards& left, Card card) {
  const int lower = left.below(card) - left.below(static_cast<Card>(gap.low));
  const int same = left.count(card);
  const int all = supply(gap, left);
  // (lower + same / 2) of `all`, scaled to `length`; the added ones count the card itself.
  const int slot = (2 * lower + same + 1) * gap.length() / (2 * (all + 1));
  return gap.begin + std::min(slot, gap.length() - 1);
}

/// The expected final score after `card` is put into `slot`, times `samples`.
int promise(const View& view, int slot,
            const std::array<std::array<Card, deck_size>, samples>& drawn) {
  int sum = 0;
  for (const auto& cards : drawn) {
    Stream stream = view.stream;
    Cards left = view.left;
    stream.put(slot, view.card);
    for (std::size_t next = 0; stream.free() != 0; ++next) {
      left.remove(cards[next]);
      stream.put(spread_slot(stream, left, cards[next]), cards[next]);
    }
    sum += score(stream);
  }
  return sum;
}

constexpr std::array list = {
    Builtin<Streams>{"first_slot", "the first free slot", make_bot<FirstSlotBot>},
    Builtin<Streams>{"random", "any free slot", make_bot<RandomBot<Streams>>},
    Builtin<Streams>{"rollout", "samples the cards to come for every slot", make_bot<RolloutBot>},
    Builtin<Streams>{"spread", "places by the card's rank", make_bot<SpreadBot>},
};

}  // namespace

int spread_slot(const Stream& stream, const Cards& left, Card card) {
  int best = -1;
  int narrowest = 2 * highest_card;
  int sacrifice = -1;
  int least_wanted = -deck_size;
  for_each_gap(stream, [&](const Gap& gap) {
    if (gap.takes(card)) {
      if (gap.high - gap.low >= narrowest) return;
      narrowest = gap.high - gap.low;
      best = slot_by_rank(gap, left, card);
    } else if (const int surplus = gap.length() - supply(gap, left); surplus > least_wanted) {
      // At an end of the gap, the card breaks a run only where one must break.
      least_wanted = surplus;
      sacrifice = card < gap.low ? gap.begin : gap.end - 1;
    }
  });
  return best >= 0 ? best : sacrifice;
}

Move FirstSlotBot::move(const View& view) { return Moves(view)[0]; }

Move SpreadBot::move(const View& view) {
  return {static_cast<std::uint8_t>(spread_slot(view.stream, view.left, view.card))};
}

Move RolloutBot::move(const View& view) {
  std::array<Card, deck_size> deck{};
  std::uint32_t size = 0;
  view.left.for_each([&](Card card) { deck[size++] = card; });
  const auto to_come = static_cast<std::uint32_t>(slot_count - view.turn);
  std::array<std::array<Card, deck_size>, samples> drawn{};
  for (auto& cards : drawn) {
    cards = deck;
    for (std::uint32_t at = 0; at < to_come; ++at)
      std::swap(cards[at], cards[at + memory_.below(size - at)]);
  }
  Move best;
  int most = -1;
  const Moves moves(view);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const int sum = promise(view, moves[i].slot, drawn);
    if (sum <= most) continue;
    most = sum;
    best = moves[i];
  }
  return best;
}

std::span<const Builtin<Streams>> builtins() { return list; }

}  // namespace arena::streams
