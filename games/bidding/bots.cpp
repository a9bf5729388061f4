#include "games/bidding/bots.hpp"

#include <algorithm>
#include <memory>

#include "games/bidding/optimal.hpp"

namespace arena::bidding {

namespace {

Move bid(int card) { return {static_cast<std::uint8_t>(card)}; }

int highest_of_opponents(const View& view) {
  int highest = 0;
  for (Seat seat = 0; seat < view.seats; ++seat) {
    if (seat != view.seat)
      highest = std::max(highest, view.unused[static_cast<std::size_t>(seat)].highest());
  }
  return highest;
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
};

}  // namespace

Move OrderedBot::move(const View& view) { return bid(view.hand().lowest()); }

Move MimicBot::move(const View& view) { return bid(view.prize); }

Move MatchPlusOneBot::move(const View& view) { return bid(view.prize % view.cards() + 1); }

Move PlannerBot::move(const View& view) {
  Cards without_plan = view.prizes_left;
  without_plan.add(view.prize);
  for (int prize = 1; prize <= most_cards; ++prize) {
    if (memory_.sure_win[static_cast<std::size_t>(prize)] != 0) without_plan.remove(prize);
  }
  const int opponent = highest_of_opponents(view);
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
