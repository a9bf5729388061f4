#include "games/bidding/policies.hpp"

#include <algorithm>

namespace arena::bidding {

namespace {

Move bid(int card) { return {static_cast<std::uint8_t>(card)}; }

/// The rank of the prize among those to come, from 0 for the lowest. All hands have as many cards.
int prize_rank(const View& view) { return lower_than(view.prize, view.prizes_left); }

/// The card of this rank, or of the nearest that there is. REQUIRES: the set is not empty.
int nearest_rank(Cards cards, int rank) {
  return cards.nth(static_cast<std::size_t>(std::clamp(rank, 0, cards.size() - 1)));
}

int lowest_above(Cards hand, int card) {
  int best = 0;
  hand.for_each([&](int own) {
    if (best == 0 && own > card) best = own;
  });
  return best;
}

/// The highest of `of(seat)` over the other seats.
template <class Of>
int highest_of_others(const View& view, Of of) {
  int highest = 0;
  for (Seat seat = 0; seat < view.seats; ++seat) {
    if (seat != view.seat) highest = std::max(highest, of(static_cast<std::size_t>(seat)));
  }
  return highest;
}

/// What a seat bid in the round before.
int bid_before(const View& view, const LastRound& last, std::size_t seat) {
  return Cards::of_bits(last.unused[seat].bits() & ~view.unused[seat].bits()).highest();
}

/// The mixture in which each card of the hand has the probability `of(card)`.
template <class Of>
Mixture mixture_of(Cards hand, Of of) {
  Mixture mixture;
  hand.for_each([&](int card) { mixture.push_back(of(card)); });
  return mixture;
}

}  // namespace

int lower_than(int card, Cards cards) {
  return card == 0 ? 0 : Cards::of_bits(cards.bits() & Cards::up_to(card - 1).bits()).size();
}

Move ordered(const View& view) { return bid(view.hand().lowest()); }

Move highest(const View& view) { return bid(view.hand().highest()); }

Move mimic(const View& view) { return bid(view.prize); }

Move match_plus_one(const View& view) { return bid(view.prize % view.cards() + 1); }

Move by_rank(const View& view, int shift) {
  return bid(nearest_rank(view.hand(), prize_rank(view) + shift));
}

/// Expects the others to bid by the rank of the prize. Bids its lowest card that beats these bids;
/// if no card does, its lowest card.
Move counter(const View& view) {
  const int rank = prize_rank(view);
  const int expected = highest_of_others(
      view, [&](std::size_t seat) { return nearest_rank(view.unused[seat], rank); });
  const int winner = lowest_above(view.hand(), expected);
  return bid(winner != 0 ? winner : view.hand().lowest());
}

/// Bids what the highest of the others bid in the round before, or the next higher card that it
/// still has.
Move copycat(const View& view, LastRound& last) {
  const int before =
      highest_of_others(view, [&](std::size_t seat) { return bid_before(view, last, seat); });
  last.unused = view.unused;
  const int card = lowest_above(view.hand(), before - 1);
  return bid(card != 0 ? card : view.hand().highest());
}

/// Notes how many cards above or below the prize's rank each opponent bids on average, and beats
/// what this predicts.
Move learner(const View& view, Habits& habits) {
  const int rank = prize_rank(view);
  const int expected = highest_of_others(view, [&](std::size_t seat) {
    if (view.round == 0) return nearest_rank(view.unused[seat], rank);
    const int before = bid_before(view, habits.last, seat);
    habits.above[seat] += lower_than(before, habits.last.unused[seat]) - habits.last.rank;
    return nearest_rank(view.unused[seat], rank + habits.above[seat] / view.round);
  });
  habits.last = {view.unused, rank};
  return beat(view, expected);
}

/// The bot of the quiz's summary. A card higher than all cards of the opponents is a sure win. The
/// bot sets these cards aside, the highest first, for the best prizes to come. For other prizes it
/// bids its lowest card.
Move planner(const View& view, Plan& plan) {
  Cards without_plan = view.prizes_left;
  without_plan.add(view.prize);
  for (int prize = 1; prize <= most_cards; ++prize) {
    if (plan.sure_win[static_cast<std::size_t>(prize)] != 0) without_plan.remove(prize);
  }
  const int opponent =
      highest_of_others(view, [&view](std::size_t seat) { return view.unused[seat].highest(); });
  Cards better = view.hand();
  for (; better.highest() > opponent && !without_plan.empty(); better.remove(better.highest())) {
    const int card = better.highest();
    if (plan.set_aside.contains(card)) continue;
    const int prize = without_plan.highest();
    plan.sure_win[static_cast<std::size_t>(prize)] = static_cast<std::uint8_t>(card);
    without_plan.remove(prize);
    plan.set_aside.add(card);
  }
  const int sure = plan.sure_win[static_cast<std::size_t>(view.prize)];
  return bid(sure != 0 ? sure : view.hand().lowest());
}

Move beat(const View& view, int expected) {
  constexpr int most_ranks_paid = 3;  // above the prize's rank
  const int winner = lowest_above(view.hand(), expected);
  const bool too_high = lower_than(winner, view.hand()) > prize_rank(view) + most_ranks_paid;
  return bid(winner == 0 || too_high ? view.hand().lowest() : winner);
}

Mixture scattered(const View& view) {
  return mixture_of(view.hand(), [&](int card) {
    int shifts = 0;
    for (int shift = -1; shift <= 1; ++shift) shifts += by_rank(view, shift).card == card ? 1 : 0;
    return shifts / 3.0;
  });
}

Mixture uniform(const View& view) {
  return mixture_of(view.hand(), [&](int) { return 1.0 / view.hand().size(); });
}

Mixture as_mixture(const View& view, Move move) {
  return mixture_of(view.hand(), [&](int card) { return card == move.card ? 1.0 : 0.0; });
}

Move draw_bid(const Mixture& mixture, Cards hand, Rng& rng) {
  double left = static_cast<double>(rng.next() >> 11U) * 0x1p-53;  // uniform in [0, 1)
  std::size_t chosen = 0;
  for (std::size_t rank = 0; rank < mixture.size(); ++rank) {
    if (mixture[rank] == 0) continue;
    chosen = rank;
    if (left < mixture[rank]) break;
    left -= mixture[rank];
  }
  return {static_cast<std::uint8_t>(hand.nth(chosen))};
}

}  // namespace arena::bidding
