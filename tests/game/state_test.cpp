// What a state remembers, in a game that does not tell all seats of all events.
#include <cstdint>
#include <map>
#include <string>

#include <catch2/catch.hpp>

#include "arena/game/typed_game.hpp"
#include "tests/game/leaky_poker.hpp"

using namespace arena;
using namespace arena::kuhn_poker;

namespace {

/// A bet shows the bettor's card to the other seat; the bettor is not told of it.
using Module = LeakyModule<Leak::bet>;

TypedState<Module> after_a_bet() {
  Setup<Module::Game> setup;
  setup.deal.cards = {Card::queen, Card::king};
  TypedState<Module> state(setup, true, true);
  REQUIRE_FALSE(state.apply(0, "bet"));
  return state;
}

}  // namespace

TEST_CASE("events of a redealt state keep their numbers where its seat did not see one") {
  const TypedState<Module> state = after_a_bet();
  REQUIRE(state.events(0, 0).size() == 2);  // the deal and the bet
  REQUIRE(state.events(1, 0).size() == 3);
  TypedState<Module> world = state;
  Rng rng(1);
  REQUIRE(world.resample(0, rng));
  REQUIRE(world.event_count() == state.event_count());
  REQUIRE(world.events(0, 0) == state.events(0, 0));
  REQUIRE(world.events(1, 0).size() == 2);  // the card would be that of another world
  REQUIRE(world.key(0) == state.key(0));
  REQUIRE(TypedState<Module>(world.bytes()).key(1) == world.key(1));
  REQUIRE_FALSE(world.apply(1, "pass"));
  REQUIRE(world.events(1, state.event_count()).size() == 1);
}

TEST_CASE("the key of another seat in a redealt state follows from what it sees there") {
  const TypedState<Module> state = after_a_bet();
  std::map<std::string, std::string> keys;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    TypedState<Module> world = state;
    Rng rng(seed);
    world.resample(0, rng);
    const auto [at, is_new] = keys.try_emplace(world.view(1)->bytes(), world.key(1));
    REQUIRE((is_new || at->second == world.key(1)));
  }
  REQUIRE(keys.size() == 2);  // a jack or a king
  REQUIRE(keys.begin()->second != keys.rbegin()->second);
}
