#include "games/kuhn_poker/kuhn_poker.hpp"

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "protocols/generic/generic.hpp"
#include "tests/forfeit_laws.hpp"
#include "tests/laws.hpp"

using namespace arena;
using namespace arena::kuhn_poker;

namespace {

/// The scores after these cards and moves.
std::array<int, 2> scores(std::array<Card, 2> cards, std::initializer_list<Move> moves) {
  Setup<Rules> setup;
  setup.deal = {cards};
  Position<Rules> now(setup);
  for (const Move move : moves) {
    const Seats due = now.actors();
    REQUIRE(due.size() == 1);
    now.apply(due.front(), move);
  }
  REQUIRE(now.over());
  const auto outcome = Rules::outcome(now.state);
  return {outcome.scores[0], outcome.scores[1]};
}

/// Gives the other seat another card, unless the next move shows both.
void disguise(State& state, Seat seat, Rng& rng, const Move* next) {
  State after = state;
  if (next != nullptr) Rules::apply(after, Rules::actors(state).front(), *next, {});
  const bool shown = Rules::actors(after).empty() && after.chips[0] == after.chips[1];
  const auto other = static_cast<Card>(1 + rng.below(3));
  if (!shown && other != state.cards[index_of(seat)]) state.cards[index_of(1 - seat)] = other;
}

}  // namespace

TEST_CASE("kuhn poker keeps the laws of every game", "[kuhn_poker][laws]") {
  const Games games = all_games();
  laws::check_laws<GenericModule<Rules>>(find_game(games, "kuhn_poker"), Setup<Rules>(), 50,
                                         disguise);
}

TEST_CASE("in kuhn poker a forfeit never pays", "[kuhn_poker][forfeits]") {
  laws::forfeits_never_pay<Rules>({Setup<Rules>()});
}

TEST_CASE("the higher card wins the pot at a showdown", "[kuhn_poker]") {
  CHECK(scores({Card::king, Card::jack}, {Move::pass, Move::pass}) == std::array{1, -1});
  CHECK(scores({Card::jack, Card::queen}, {Move::bet, Move::bet}) == std::array{-2, 2});
  CHECK(scores({Card::queen, Card::jack}, {Move::pass, Move::bet, Move::bet}) == std::array{2, -2});
}

TEST_CASE("a player who passes after a bet loses its chip, whatever the cards", "[kuhn_poker]") {
  CHECK(scores({Card::jack, Card::king}, {Move::bet, Move::pass}) == std::array{1, -1});
  CHECK(scores({Card::king, Card::jack}, {Move::pass, Move::bet, Move::pass}) == std::array{-1, 1});
}
