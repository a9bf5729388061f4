#include "games/bidding/bots.hpp"

#include <algorithm>
#include <memory>

#include "games/bidding/optimal.hpp"
#include "games/bidding/round_bot.hpp"

namespace arena::bidding {

namespace {

Move bid(int card) { return {static_cast<std::uint8_t>(card)}; }

/// How many of these cards are lower than `card`; none if it is 0.
int lower_than(int card, Cards cards) {
  return card == 0 ? 0 : Cards::of_bits(cards.bits() & Cards::up_to(card - 1).bits()).size();
}

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

template <Objective objective>
std::unique_ptr<Bot<Bidding>> make_optimal(const BotSetup<Bidding>& setup) {
  return std::make_unique<OptimalBot>(
      table_of(contest_of(setup.options, objective), setup.table_cache), setup.seed);
}

template <Objective objective>
Refusal suits_optimal(const BotSetup<Bidding>& setup) {
  return solvable(contest_of(setup.options, objective), setup.seats);
}

constexpr std::array list = {
    Builtin<Bidding>{"copycat", "bids what the others' highest bid was in the round before",
                     make_bot<CopycatBot>},
    Builtin<Bidding>{"counter", "expects bids by the prize's rank, and just beats them",
                     make_bot<CounterBot>},
    Builtin<Bidding>{"highest", "bids its highest card, whatever the prize", make_bot<HighestBot>},
    Builtin<Bidding>{"learner", "learns how much the others bid above the prize, and just beats it",
                     make_bot<LearnerBot>},
    Builtin<Bidding>{"match_plus_one", "bids one more than the prize", make_bot<MatchPlusOneBot>},
    Builtin<Bidding>{"mimic", "bids the prize's own value", make_bot<MimicBot>},
    Builtin<Bidding>{"optimal", "plays optimally for the largest lead in points",
                     make_optimal<Objective::difference>, suits_optimal<Objective::difference>},
    Builtin<Bidding>{"optimal_win", "plays optimally to win more often than it loses",
                     make_optimal<Objective::win>, suits_optimal<Objective::win>},
    Builtin<Bidding>{"ordered", "bids 1, 2, 3 and so on", make_bot<OrderedBot>},
    Builtin<Bidding>{"planner",
                     "from the quiz: sure wins for the best prizes, else its lowest card",
                     make_bot<PlannerBot>},
    Builtin<Bidding>{"random", "any unused card", make_bot<RandomBot<Bidding>>},
    Builtin<Bidding>{"round_solver", "solves each round, with an estimate of the rounds to come",
                     make_bot<RoundBot>, RoundBot::suits},
    Builtin<Bidding>{"scatter", "bids by the prize's rank, or one card lower or higher",
                     make_bot<ScatterBot>},
};

}  // namespace

Move OrderedBot::move(const View& view) { return bid(view.hand().lowest()); }

Move HighestBot::move(const View& view) { return bid(view.hand().highest()); }

Move MimicBot::move(const View& view) { return bid(view.prize); }

Move MatchPlusOneBot::move(const View& view) { return bid(view.prize % view.cards() + 1); }

Move ScatterBot::move(const View& view) {
  return shifted(view, static_cast<int>(memory_.below(3)) - 1);
}

Move ScatterBot::shifted(const View& view, int shift) {
  return bid(nearest_rank(view.hand(), prize_rank(view) + shift));
}

Move CounterBot::move(const View& view) {
  const int rank = prize_rank(view);
  const int expected = highest_of_others(
      view, [&](std::size_t seat) { return nearest_rank(view.unused[seat], rank); });
  const int winner = lowest_above(view.hand(), expected);
  return bid(winner != 0 ? winner : view.hand().lowest());
}

Move CopycatBot::move(const View& view) {
  const int before =
      highest_of_others(view, [&](std::size_t seat) { return bid_before(view, memory_, seat); });
  memory_.unused = view.unused;
  const int card = lowest_above(view.hand(), before - 1);
  return bid(card != 0 ? card : view.hand().highest());
}

Move LearnerBot::move(const View& view) {
  constexpr int most_ranks_paid = 3;  // above the prize's rank
  const int rank = prize_rank(view);
  const int expected = highest_of_others(view, [&](std::size_t seat) {
    if (view.round == 0) return nearest_rank(view.unused[seat], rank);
    const int before = bid_before(view, memory_.last, seat);
    memory_.above[seat] += lower_than(before, memory_.last.unused[seat]) - memory_.last.rank;
    return nearest_rank(view.unused[seat], rank + memory_.above[seat] / view.round);
  });
  memory_.last = {view.unused, rank};
  const int winner = lowest_above(view.hand(), expected);
  const bool too_high = lower_than(winner, view.hand()) > rank + most_ranks_paid;
  return bid(winner == 0 || too_high ? view.hand().lowest() : winner);
}

Move PlannerBot::move(const View& view) {
  Cards without_plan = view.prizes_left;
  without_plan.add(view.prize);
  for (int prize = 1; prize <= most_cards; ++prize) {
    if (memory_.sure_win[static_cast<std::size_t>(prize)] != 0) without_plan.remove(prize);
  }
  const int opponent =
      highest_of_others(view, [&view](std::size_t seat) { return view.unused[seat].highest(); });
  Cards better = view.hand();
  for (; better.highest() > opponent && !without_plan.empty(); better.remove(better.highest())) {
    const int card = better.highest();
    if (memory_.set_aside.contains(card)) continue;
    const int prize = without_plan.highest();
    memory_.sure_win[static_cast<std::size_t>(prize)] = static_cast<std::uint8_t>(card);
    without_plan.remove(prize);
    memory_.set_aside.add(card);
  }
  const int sure = memory_.sure_win[static_cast<std::size_t>(view.prize)];
  return bid(sure != 0 ? sure : view.hand().lowest());
}

std::span<const Builtin<Bidding>> builtins() { return list; }

}  // namespace arena::bidding
