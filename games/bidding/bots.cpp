#include "games/bidding/bots.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include "arena/search/search_bot.hpp"
#include "games/bidding/best_response.hpp"
#include "games/bidding/optimal.hpp"

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

Move ordered(const View& view) { return bid(view.hand().lowest()); }

Move highest(const View& view) { return bid(view.hand().highest()); }

Move mimic(const View& view) { return bid(view.prize); }

Move match_plus_one(const View& view) { return bid(view.prize % view.cards() + 1); }

/// The card of the prize's rank, or this many cards above it, as far as there are any.
Move by_rank(const View& view, int shift) {
  return bid(nearest_rank(view.hand(), prize_rank(view) + shift));
}

/// One card lower or higher than the rank as often as just that: who knows it cannot rely on it.
Move scatter(const View& view, Rng& rng) {
  return by_rank(view, static_cast<int>(rng.below(3)) - 1);
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

/// The unused cards of all seats when the bot was asked last, and the prize's rank then.
struct LastRound {
  std::array<Cards, most_players> unused{};
  std::int32_t rank = 0;
};

/// What a seat bid in the round before.
int bid_before(const View& view, const LastRound& last, std::size_t seat) {
  return Cards::of_bits(last.unused[seat].bits() & ~view.unused[seat].bits()).highest();
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

/// What `learner` remembers of a match.
struct Habits {
  LastRound last;
  std::array<std::int32_t, most_players> above{};  // by seat: sum over its bids, in ranks
};

/// Notes how many cards above or below the prize's rank each opponent bids on average, and bids its
/// lowest card that beats what this predicts; its lowest card if that would cost too high a card.
Move learner(const View& view, Habits& habits) {
  constexpr int most_ranks_paid = 3;  // above the prize's rank
  const int rank = prize_rank(view);
  const int expected = highest_of_others(view, [&](std::size_t seat) {
    if (view.round == 0) return nearest_rank(view.unused[seat], rank);
    const int before = bid_before(view, habits.last, seat);
    habits.above[seat] += lower_than(before, habits.last.unused[seat]) - habits.last.rank;
    return nearest_rank(view.unused[seat], rank + habits.above[seat] / view.round);
  });
  habits.last = {view.unused, rank};
  const int winner = lowest_above(view.hand(), expected);
  const bool too_high = lower_than(winner, view.hand()) > rank + most_ranks_paid;
  return bid(winner == 0 || too_high ? view.hand().lowest() : winner);
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

Move round_solver(const View& view, Rng& rng) {
  return draw_bid(round_mixture(view), view.hand(), rng);
}

Refusal suits_round_solver(const BotSetup<Bidding>& setup) {
  if (setup.seats != 2) return Refusal("there must be 2 seats, not " + std::to_string(setup.seats));
  if (setup.options.cards <= most_choices) return {};
  return Refusal("cards must be at most " + std::to_string(most_choices) + ", not " +
                 std::to_string(setup.options.cards));
}

template <Objective objective>
std::unique_ptr<Bot<Bidding>> make_optimal_for(const BotSetup<Bidding>& setup) {
  return make_optimal(setup, objective);
}

template <Objective objective>
Refusal suits_optimal(const BotSetup<Bidding>& setup) {
  return solvable(contest_of(setup.options, objective), setup.seats);
}

constexpr std::array list = {
    Builtin<Bidding>{"copycat", "bids what the others' highest bid was in the round before",
                     make_bot<copycat, LastRound>},
    Builtin<Bidding>{"counter", "expects bids by the prize's rank, and just beats them",
                     make_bot<counter>},
    Builtin<Bidding>{"highest", "bids its highest card, whatever the prize", make_bot<highest>},
    Builtin<Bidding>{"learner", "learns how much the others bid above the prize, and just beats it",
                     make_bot<learner, Habits>},
    Builtin<Bidding>{"match_plus_one", "bids one more than the prize", make_bot<match_plus_one>},
    Builtin<Bidding>{"mimic", "bids the prize's own value", make_bot<mimic>},
    Builtin<Bidding>{"optimal", "plays optimally for the largest lead in points",
                     make_optimal_for<Objective::difference>, suits_optimal<Objective::difference>},
    Builtin<Bidding>{"optimal_win", "plays optimally to win more often than it loses",
                     make_optimal_for<Objective::win>, suits_optimal<Objective::win>},
    Builtin<Bidding>{"ordered", "bids 1, 2, 3 and so on", make_bot<ordered>},
    Builtin<Bidding>{"planner",
                     "from the quiz: sure wins for the best prizes, else its lowest card",
                     make_bot<planner, Plan>},
    Builtin<Bidding>{"random", "any unused card", make_bot<RandomBot<Bidding>>},
    Builtin<Bidding>{"round_solver", "solves each round, with an estimate of the rounds to come",
                     make_bot<round_solver, Rng>, suits_round_solver},
    Builtin<Bidding>{"scatter", "bids by the prize's rank, or one card lower or higher",
                     make_bot<scatter, Rng>},
    // With roll-outs by `scatter` it wins less than with random ones.
    search_builtin<Bidding>,
};

/// The mixture in which each card of the hand has the probability `of(card)`.
template <class Of>
Mixture mixture_of(Cards hand, Of of) {
  Mixture mixture;
  hand.for_each([&](int card) { mixture.push_back(of(card)); });
  return mixture;
}

Mixture only(const View& view, Move move) {
  return mixture_of(view.hand(), [&](int card) { return card == move.card ? 1.0 : 0.0; });
}

/// The policy of a bot that uses only its view.
template <Move choose(const View& view)>
Policy of_view() {
  return {[](const View& view, Plan& /*notes*/) { return only(view, choose(view)); }};
}

Mixture scattered(const View& view) {
  return mixture_of(view.hand(), [&](int card) {
    int shifts = 0;
    for (int shift = -1; shift <= 1; ++shift) shifts += by_rank(view, shift).card == card ? 1 : 0;
    return shifts / 3.0;
  });
}

Policy best_policy(const Options& options, Objective objective, TableCache* table_cache) {
  const auto table = table_of(contest_of(options, objective), table_cache);
  return {[table](const View& view, Plan& /*notes*/) { return best_mixture(*table, view); },
          objective == Objective::win};
}

}  // namespace

std::span<const Builtin<Bidding>> builtins() { return list; }

std::optional<Policy> policy_of(std::string_view builtin, const Options& options,
                                TableCache* table_cache) {
  if (builtin == "counter") return of_view<counter>();
  if (builtin == "highest") return of_view<highest>();
  if (builtin == "match_plus_one") return of_view<match_plus_one>();
  if (builtin == "mimic") return of_view<mimic>();
  if (builtin == "optimal") return best_policy(options, Objective::difference, table_cache);
  if (builtin == "optimal_win") return best_policy(options, Objective::win, table_cache);
  if (builtin == "ordered") return of_view<ordered>();
  if (builtin == "planner")
    return Policy{[](const View& view, Plan& notes) { return only(view, planner(view, notes)); }};
  if (builtin == "random")
    return Policy{[](const View& view, Plan& /*notes*/) {
      return mixture_of(view.hand(), [&](int) { return 1.0 / view.hand().size(); });
    }};
  if (builtin == "scatter")
    return Policy{[](const View& view, Plan& /*notes*/) { return scattered(view); }};
  return std::nullopt;
}

}  // namespace arena::bidding
