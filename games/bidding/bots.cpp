#include "games/bidding/bots.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "arena/search/search_bot.hpp"
#include "games/bidding/best_response.hpp"
#include "games/bidding/guess.hpp"
#include "games/bidding/optimal.hpp"
#include "games/bidding/policies.hpp"

namespace arena::bidding {

namespace {

/// The bot `scatter`: it draws from `scattered`, with fewer random bits.
Move scatter(const View& view, Rng& rng) {
  return by_rank(view, static_cast<int>(rng.below(3)) - 1);
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
    search_builtin<Bidding, Guide>,
};

struct NamedMix {
  std::string_view name;
  Mix mix;
  int most_cards = most_cards_keyed;
};
constexpr std::array mixes = {
    NamedMix{"copycat", mixed<copycat, &Notes::last>},
    NamedMix{"counter", mixed<counter>},
    NamedMix{"highest", mixed<highest>},
    NamedMix{"learner", mixed<learner, &Notes::habits>, 7},
    NamedMix{"match_plus_one", mixed<match_plus_one>},
    NamedMix{"mimic", mixed<mimic>},
    NamedMix{"ordered", mixed<ordered>},
    NamedMix{"planner", mixed<planner, &Notes::plan>},
    NamedMix{"random", mixed<uniform>},
    NamedMix{"round_solver", mixed<round_mixture>, 6},
    NamedMix{"scatter", mixed<scattered>},
};

Policy best_policy(const Options& options, Objective objective, TableCache* table_cache) {
  const auto table = table_of(contest_of(options, objective), table_cache);
  Policy policy;
  policy.mix = [table](const View& view, Notes& /*notes*/) { return best_mixture(*table, view); };
  policy.minds_margin = objective == Objective::win;
  return policy;
}

}  // namespace

std::span<const Builtin<Bidding>> builtins() { return list; }

std::optional<Policy> policy_of(std::string_view builtin, const Options& options,
                                TableCache* table_cache) {
  if (builtin == "optimal") return best_policy(options, Objective::difference, table_cache);
  if (builtin == "optimal_win") return best_policy(options, Objective::win, table_cache);
  for (const NamedMix& one : mixes) {
    if (one.name == builtin) return Policy{one.mix, false, one.most_cards};
  }
  return std::nullopt;
}

}  // namespace arena::bidding
