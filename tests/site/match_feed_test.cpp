// What people at a table are sent between their questions.
#include "arena/site/play/match_feed.hpp"

#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/rng.hpp"
#include "arena/game/games.hpp"
#include "arena/util/error.hpp"

namespace arena::site {
namespace {

/// A match of random moves, as a worker would report it.
Record random_match(const AnyGame& game, const ScheduledMatch& match, Rng& rng) {
  StateSetup setup;
  setup.options = game.options.check({});
  setup.seats = static_cast<int>(match.player_at.size());
  setup.seed = match.deal;
  const auto state = game.states.start(setup);
  Record record;
  while (!state->actors().empty()) {
    for (const Seat seat : Seats(state->actors())) {
      RecordedMove move;
      move.seat = seat;
      move.text = state->random_move(seat, rng);
      REQUIRE(state->apply(seat, move.text).text().empty());
      record.moves.push_back(move);
    }
  }
  return record;
}

ScheduledMatch match_of(const AnyGame& game) {
  ScheduledMatch match;
  match.deal = {77, 1};
  match.player_at.resize(static_cast<std::size_t>(game.info.least_seats));
  return match;
}

MatchFeed feed_of(const AnyGame& game) { return {game, game.options.check({}), match_of(game)}; }

TEST_CASE("a match that comes move by move has the steps of the same match as a whole") {
  const Games games = all_games();
  Rng rng(3);
  for (const auto& game : games) {
    INFO(game->info.name);
    const Record record = random_match(*game, match_of(*game), rng);
    MatchFeed whole = feed_of(*game);
    for (const RecordedMove& move : record.moves) whole.add(move);
    std::vector<boost::json::object> expected;
    while (auto step = whole.next_step()) expected.push_back(*step);
    CHECK(expected.back().at("actors").as_array().empty());
    MatchFeed feed = feed_of(*game);
    std::vector<boost::json::object> steps{feed.next_step().value()};
    for (const RecordedMove& move : record.moves) {
      CHECK_FALSE(feed.next_step().has_value());
      feed.add(move);
      while (auto step = feed.next_step()) steps.push_back(*step);
    }
    CHECK((steps == expected));
  }
}

/// The step shows what AnyState::view shows.
TEST_CASE("what a seat sees at any time does not depend on what is hidden from it") {
  const Games games = all_games();
  Rng rng(5);
  int compared = 0;
  for (const auto& game : games) {
    INFO(game->info.name);
    StateSetup setup;
    setup.seats = game->info.least_seats;
    setup.options = game->options.check({});
    setup.seed = {78, 0};
    const auto state = game->states.start(setup);
    while (!state->actors().empty()) {
      for (Seat seat = 0; seat < state->seats(); ++seat) {
        const auto other = state->clone();
        if (!other->resample(seat, rng)) continue;
        CHECK((other->view(seat)->fields() == state->view(seat)->fields()));
        ++compared;
      }
      const Seat mover = state->actors().front();
      REQUIRE(state->apply(mover, state->random_move(mover, rng)).text().empty());
    }
  }
  CHECK(compared > 100);
}

TEST_CASE("a match that breaks the rules has no further step") {
  const Games games = all_games();
  const AnyGame& game = find_game(games, "bidding");
  MatchFeed feed = feed_of(game);
  REQUIRE(feed.next_step().has_value());
  RecordedMove move;
  move.text = "nonsense";
  feed.add(move);
  CHECK_THROWS_AS(feed.next_step(), Error);
}

}  // namespace
}  // namespace arena::site
