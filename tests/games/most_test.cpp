// Most as arena plays it: the laws of every game, and its bots.
#include "protocols/most/most.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "arena/util/error.hpp"
#include "tests/forfeit_laws.hpp"
#include "tests/laws.hpp"

using namespace arena;
using namespace arena::most;

namespace {

const AnyGame& erased() {
  static const Games games = all_games();
  return find_game(games, "most");
}

/// What `seat` cannot see: the others' cards by seat, then the stock.
std::vector<Card> hidden_from(const State& state, Seat seat) {
  std::vector<Card> hidden;
  for (Seat other = 0; other < state.seats; ++other) {
    if (other == seat) continue;
    for (const Card card : state.hands[static_cast<std::size_t>(other)].sorted())
      hidden.push_back(card);
  }
  hidden.insert(hidden.end(), state.stock.begin() + state.drawn, state.stock.end());
  return hidden;
}

int burden(Card card) {
  Hand hand;
  hand.insert(card);
  return hand.burden();
}

/// Each place gets a card that costs as much as the one that was there.
void keep_costs(std::vector<Card>& mixed, const std::vector<Card>& before) {
  for (std::size_t i = 0; i < mixed.size(); ++i) {
    const auto same = [&](Card card) { return burden(card) == burden(before[i]); };
    std::swap(mixed[i],
              *std::find_if(mixed.begin() + static_cast<std::ptrdiff_t>(i), mixed.end(), same));
  }
}

/// Deals anew what `seat` cannot see. Where the deal may end with this move, the points that it
/// will then be told, by right, stay as they are.
void disguise(State& state, Seat seat, Rng& rng) {
  const std::vector<Card> before = hidden_from(state, seat);
  std::vector<Card> mixed = before;
  rng.shuffle(mixed);
  if (state.hands[state.actor].size() == 1 || state.discards + 1 >= state.options.max_turns)
    keep_costs(mixed, before);
  auto next = mixed.begin();
  for (Seat other = 0; other < state.seats; ++other) {
    if (other == seat) continue;
    Hand& hand = state.hands[static_cast<std::size_t>(other)];
    const int size = hand.size();
    hand = {};
    for (int i = 0; i < size; ++i) hand.insert(*next++);
  }
  for (std::size_t i = state.drawn; i < state.stock.size(); ++i) state.stock[i] = *next++;
}

/// Of a deck, what the seat is not dealt, but the open card; of a new stock, what does not come at
/// once.
void disguise_order(const State& state, ShuffledCards& order, Seat seat, Rng& rng) {
  const int dealt = 6 * state.seats;
  std::vector<std::size_t> hidden;
  for (int i = 0; i < static_cast<int>(order.cards.size()); ++i) {
    const bool own = i < dealt && (state.dealer + 1 + i) % state.seats == seat;
    const bool open = i == dealt;
    const bool seen = Most::awaits_deck(state) ? own || open : i < 8;
    if (!seen) hidden.push_back(static_cast<std::size_t>(i));
  }
  auto mixed = hidden;
  rng.shuffle(mixed);
  const ShuffledCards before = order;
  for (std::size_t i = 0; i < hidden.size(); ++i) order.cards[hidden[i]] = before.cards[mixed[i]];
}

Setup<Most> setup_for(int seats, const Options& options) {
  Setup<Most> setup;
  setup.seats = seats;
  setup.options = options;
  return setup;
}

/// The points of two bots over deals that each plays from both seats.
std::array<int, 2> duel(const Builtin<Most>& first, const Builtin<Most>& second, int deals) {
  std::array<int, 2> points{};
  for (int i = 0; i < 2 * deals; ++i) {
    Setup<Most> setup = setup_for(2, {.deals = 1});
    setup.seed = {mix_seed(2, "deal", static_cast<std::uint64_t>(i / 2)), i / 2};
    std::array<std::unique_ptr<Bot<Most>>, 2> players;
    for (Seat seat = 0; seat < 2; ++seat) {
      const Builtin<Most>& who = seat == i % 2 ? first : second;
      players[static_cast<std::size_t>(seat)] =
          who.make({.options = setup.options, .seat = seat, .seed = static_cast<std::uint64_t>(i)});
    }
    Position<Most> now(setup);
    while (!now.actors().empty()) {
      const View view = now.view(now.state.actor);
      const Move move = players[now.state.actor]->move(view);
      REQUIRE_FALSE(Most::check(view, move));
      now.apply(now.state.actor, move);
    }
    const auto scores = Most::outcome(now.state).scores;
    for (std::size_t seat = 0; seat < 2; ++seat)
      points[(seat + static_cast<std::size_t>(i)) % 2] += scores[seat];
  }
  return points;
}

}  // namespace

TEST_CASE("Most keeps the laws of every game, with two to six seats", "[most][laws]") {
  laws::check_laws<GameModule>(erased(), setup_for(2, {.deals = 1}), 60, disguise, disguise_order);
  laws::check_laws<GameModule>(erased(), setup_for(3, {.deals = 1}), 30, disguise, disguise_order);
  laws::check_laws<GameModule>(erased(), setup_for(4, {.deals = 1}), 20, disguise, disguise_order);
  laws::check_laws<GameModule>(erased(), setup_for(6, {.deals = 1}), 12, disguise, disguise_order);
}

TEST_CASE("Most keeps the laws in whole matches, and where limits end them", "[most][laws]") {
  laws::check_laws<GameModule>(erased(), setup_for(2, {.target = 150}), 4, disguise,
                               disguise_order);
  laws::check_laws<GameModule>(erased(), setup_for(3, {.deals = 2, .max_turns = 9}), 6, disguise,
                               disguise_order);
  laws::check_laws<GameModule>(erased(), setup_for(2, {.max_turns = 12, .max_deals = 3}), 4,
                               disguise, disguise_order);
}

TEST_CASE("whoever forfeits Most is never better off", "[most][forfeits]") {
  const auto to_the_target = setup_for(4, {.target = 150});
  const auto of_two_deals = setup_for(3, {.deals = 2, .max_turns = 20});
  const auto of_two = setup_for(2, {.target = 100, .max_turns = 30, .max_deals = 3});
  laws::forfeits_never_pay<Most>({to_the_target, of_two_deals, of_two});
}

TEST_CASE("melder beats random clearly, from both seats of the same deals", "[most][bots]") {
  const auto all = builtins();
  REQUIRE(all[0].name == "melder");
  REQUIRE(all[1].name == "random");
  const auto [melder, random] = duel(all[0], all[1], 100);
  CHECK(melder > random + 100 * 40);
}
