// The built-in bots.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include "games/streams/gaps.hpp"
#include "games/streams/outlook.hpp"
#include "games/streams/streams.hpp"

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

/// A slot where `card` leaves the most room for cards that may still come: in a gap between a lower
/// and a higher card, at its rank among those that fit there; else where a run ends anyway.
/// `left`: the cards that may come later. REQUIRES: a slot is free.
int spread_slot(const Stream& stream, const Cards& left, Card card) {
  return fitting_slot(stream, left, card,
                      [&](const Gap& gap) { return slot_by_rank(gap, left, card); });
}

/// The slot after which the fewest breaks of runs are expected, by the lengths of the gaps and the
/// cards in `left` that fit there. REQUIRES: a slot is free.
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

using ToCome = std::array<Card, deck_size>;  // the cards to come, in order; then the rest

/// Draws orders of the cards that are left in the deck.
class Draws {
 public:
  explicit Draws(const View& view) : to_come_(static_cast<std::uint32_t>(slot_count - view.turn)) {
    view.left.for_each([this](Card card) { deck_[size_++] = card; });
  }
  ToCome next(Rng& rng) const {
    ToCome cards = deck_;
    for (std::uint32_t at = 0; at < to_come_; ++at)
      std::swap(cards[at], cards[at + rng.below(size_ - at)]);
    return cards;
  }

 private:
  ToCome deck_{};
  std::uint32_t size_ = 0;
  std::uint32_t to_come_;
};

using SlotOf = int (*)(const Stream&, const Cards& left, Card);

/// The final score if the current card is put into `slot` and the `cards` then go where `slot_of`
/// puts them.
int final_score(const View& view, int slot, const ToCome& cards, SlotOf slot_of = spread_slot) {
  Stream stream = view.stream;
  Cards left = view.left;
  stream.put(slot, view.card);
  for (std::size_t next = 0; stream.free() != 0; ++next) {
    left.remove(cards[next]);
    stream.put(slot_of(stream, left, cards[next]), cards[next]);
  }
  return score(stream);
}

/// A slot, and the sum of its final scores.
struct Candidate {
  Move move;
  int sum = 0;
};

std::vector<Candidate> candidates(const View& view) {
  std::vector<Candidate> all;
  const Moves moves(view);
  for (std::size_t i = 0; i < moves.size(); ++i) all.push_back({moves[i]});
  return all;
}

/// Every candidate gets the same cards.
void sample(std::vector<Candidate>& candidates, const View& view, int samples, Rng& rng) {
  const Draws draws(view);
  for (int i = 0; i < samples; ++i) {
    const ToCome cards = draws.next(rng);
    for (Candidate& candidate : candidates)
      candidate.sum += final_score(view, candidate.move.slot, cards);
  }
}

/// For every free slot, plays the rest of the match many times with random cards, placed as
/// `spread` does, and chooses the slot with the highest mean.
Move rollout(const View& view, Rng& rng) {
  constexpr int samples = 48;
  std::vector<Candidate> all = candidates(view);
  sample(all, view, samples, rng);
  return std::ranges::max_element(all, {}, &Candidate::sum)->move;
}

/// The same, but after some samples only the better half of the slots goes on with twice as many,
/// and so on until one is left (sequential halving; Karnin, Koren, Somekh 2013).
Move focus(const View& view, Rng& rng) {
  std::vector<Candidate> best = candidates(view);
  for (int samples = 48; best.size() > 1; samples *= 2) {
    sample(best, view, samples, rng);
    std::ranges::stable_sort(best, std::ranges::greater(), &Candidate::sum);
    best.resize((best.size() + 1) / 2);
  }
  return best.front().move;
}

/// A free slot, and the outlook with the card in it.
struct Placement {
  int slot = 0;
  double outlook = 0;
};

/// The placements of `card` that have the best outlook, the best first.
std::vector<Placement> best_placements(const Stream& stream, const Cards& left, Card card,
                                       std::size_t most) {
  std::vector<Placement> all;
  for (std::uint32_t free = stream.free(); free != 0; free &= free - 1) {
    Stream tried = stream;
    const int slot = std::countr_zero(free);
    tried.put(slot, card);
    all.push_back({slot, outlook(tried, left)});
  }
  std::ranges::stable_sort(all, std::ranges::greater(), &Placement::outlook);
  all.resize(std::min(all.size(), most));
  return all;
}

constexpr std::size_t tried_slots = 3;

/// The mean outlook after so many more cards, each put into the slot that is then best.
double outlook_after(int cards, const Stream& stream, const Cards& left) {
  if (cards == 0 || stream.free() == 0) return outlook(stream, left);
  double sum = 0;
  left.for_each([&](Card next) {
    Cards rest = left;
    rest.remove(next);
    double best = 0;
    for (const Placement& placement : best_placements(stream, rest, next, tried_slots)) {
      if (cards == 1) {
        best = std::max(best, placement.outlook);
      } else {
        Stream tried = stream;
        tried.put(placement.slot, next);
        best = std::max(best, outlook_after(cards - 1, tried, rest));
      }
    }
    sum += best;
  });
  return sum / left.size();
}

/// Takes the three slots with the best outlook, and of these the one with the best mean outlook
/// after the next card; near the end, after the next two.
Move outlook_bot(const View& view) {
  constexpr int near_end = 4;  // free slots
  std::vector<Placement> best = best_placements(view.stream, view.left, view.card, tried_slots);
  if (best.size() == 1) return at(best.front().slot);
  const int cards = std::popcount(view.free) <= near_end ? 2 : 1;
  for (Placement& placement : best) {
    Stream tried = view.stream;
    tried.put(placement.slot, view.card);
    placement.outlook = outlook_after(cards, tried, view.left);
  }
  return at(std::ranges::max_element(best, {}, &Placement::outlook)->slot);
}

int outlook_slot(const Stream& stream, const Cards& left, Card card) {
  return best_placements(stream, left, card, 1).front().slot;
}

std::string_view kind_of(const View& view, const Move& move) {
  if (view.card == wild) return "place the wild card";
  bool fits = false;
  for_each_gap(view.stream, [&](const Gap& gap) {
    fits |= gap.begin <= move.slot && move.slot < gap.end && gap.takes(view.card);
  });
  return fits ? "keep the order" : "break a run";
}

constexpr std::array list = {
    Builtin<Streams>{"balance", "leaves gaps that the cards to come should fill",
                     make_bot<balance>},
    Builtin<Streams>{"ends", "low cards from the left, high cards from the right", make_bot<ends>},
    Builtin<Streams>{"first_slot", "the first free slot", make_bot<first_slot>},
    Builtin<Streams>{"focus", "samples as rollout does, and most for the slots that do best",
                     make_bot<focus, Rng>},
    Builtin<Streams>{"halves", "the middle of the gap where the card fits", make_bot<halves>},
    Builtin<Streams>{"outlook", "expects points by what the gaps lack, and looks ahead",
                     make_bot<outlook_bot>, nullptr, true},
    Builtin<Streams>{"random", "any free slot", make_bot<RandomBot<Streams>>},
    Builtin<Streams>{"rollout", "samples the cards to come for every slot", make_bot<rollout, Rng>},
    Builtin<Streams>{"spread", "places by the card's rank", make_bot<spread>},
    Builtin<Streams>{"table", "a fixed slot for each card, or the nearest free one",
                     make_bot<table>},
};

constexpr int orders = 8;
constexpr std::uint32_t reach = 4;  // turns by which a card comes later at most, less one
constexpr int most_points = 60;     // rare runs of 300 say little about the cards

int points(const Deal& deal, DeckKind deck, SlotOf slot_of) {
  Stream stream;
  Cards left = Cards::deck(deck);
  for (const Card card : deal.cards) {
    left.remove(card);
    stream.put(slot_of(stream, left, card), card);
  }
  return std::min(score(stream), most_points);
}

void exchange_neighbours(Deal& deal, Rng& rng) {
  const std::size_t last = deal.cards.size() - 1;
  for (std::size_t at = 0; at < last; ++at)
    std::swap(deal.cards[at], deal.cards[std::min<std::size_t>(at + rng.below(reach), last)]);
}

}  // namespace

std::span<const Builtin<Streams>> builtins() { return list; }

std::optional<MoveLoss> move_loss(const ChosenMove<Streams>& chosen, const LossSettings& settings) {
  const View view = chosen.position.view(chosen.seat);
  if (Moves(view).size() == 1) return std::nullopt;
  const Move best = outlook_bot(view);
  Stream with_best = view.stream;
  with_best.put(best.slot, view.card);
  MoveLoss lost;
  lost.value = outlook(with_best, view.left);
  lost.kind = kind_of(view, chosen.move);
  if (best == chosen.move) return lost;
  lost.better = Streams::write(best);
  lost.better_kind = kind_of(view, best);
  Rng rng(mix_seed(settings.seed, "loss", chosen.number));
  const Draws draws(view);
  Differences differences;
  for (int i = 0; i < settings.play_outs / 2; ++i) {
    const ToCome cards = draws.next(rng);
    differences.add(final_score(view, best.slot, cards, outlook_slot) -
                    final_score(view, chosen.move.slot, cards, outlook_slot));
  }
  differences.set(lost);
  return lost;
}

double baseline_score(const Deal& deal, DeckKind deck) {
  Rng rng(1);
  int sum = 0;
  for (int order = 0; order < orders; ++order) {
    Deal near = deal;
    if (order > 0) exchange_neighbours(near, rng);
    sum += points(near, deck, spread_slot) + points(near, deck, balance_slot);
  }
  return sum / (2.0 * orders);
}

}  // namespace arena::streams
