// A worker that lies: what a record can prove by the rules, it must prove.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/fault.hpp"
#include "arena/game/games.hpp"
#include "arena/worker/plan.hpp"
#include "tests/builtin_series.hpp"
#include "tests/errors.hpp"

using namespace arena;

namespace {

using Lie = std::function<void(PlayedMatch&)>;

/// One match of built-in bots, which was played as asked.
struct Honest {
  Games games = all_games();
  WorkerPlan asked;
  PlayedMatch played;

  explicit Honest(const std::string& name, std::uint64_t seed = 7) {
    const AnyGame& game = find_game(games, name);
    const std::vector<std::string> bots(
        static_cast<std::size_t>(std::max(2, game.info.least_seats)), "random");
    SeriesPlan plan = test::builtin_plan(game, bots, 1, false, seed);
    plan.settings.neutral_names = true;
    asked = {plan.settings, plan.entrants, {plan.schedule.at(0)}};
    played = test::play(plan).matches.front();
  }

  /// What is said to the worker; empty if it is believed.
  [[nodiscard]] std::string answer(const Lie& lie) const {
    PlayedMatch said = played;
    lie(said);
    return test::error_of([&] { check_played(said, asked, asked.matches.front()); });
  }
};

std::string wrong(const std::string& what) { return "the result of match 0 has wrong " + what; }

std::vector<std::string> game_names() {
  std::vector<std::string> names;
  for (const auto& game : all_games()) names.emplace_back(game->info.name);
  return names;
}

}  // namespace

TEST_CASE("a worker's result must be that of its match", "[worker]") {
  const Honest honest("lost_cities");
  const std::pair<Lie, std::string> lies[] = {
      {[](PlayedMatch& bad) { bad.number = 1; }, "numbers"},
      {[](PlayedMatch& bad) {
         bad.player_at = {1, 0};
       },
       "players"},
      {[](PlayedMatch& bad) { bad.record.players.pop_back(); }, "players"},
      {[](PlayedMatch& bad) { bad.record.players[1].name = "a friend"; }, "players"},
      {[](PlayedMatch& bad) { bad.record.players[0].command = {"other"}; }, "players"},
      {[](PlayedMatch& bad) { bad.record.players[0].rest["max_refusals"] = 100; }, "players"},
      {[](PlayedMatch& bad) { bad.record.players[0].builtin->version = 2; }, "players"},
      {[](PlayedMatch& bad) { bad.record.players[0].builtin.reset(); }, "players"},
      {[](PlayedMatch& bad) { bad.reports.clear(); }, "reports"},
      {[](PlayedMatch& bad) { bad.record.game = "streams"; }, "game"},
      {[](PlayedMatch& bad) { bad.record.options["expeditions"] = 3; }, "game"},
      {[](PlayedMatch& bad) { bad.record.rules_version = 2; }, "rules"},
      {[](PlayedMatch& bad) { bad.record.seed = 1; }, "seed"},
      {[](PlayedMatch& bad) { bad.record.rest[left_out_key] = "ended 3 workers"; }, "other fields"},
      {[](PlayedMatch& bad) { bad.record.rest.erase(neutral_names_key); }, "other fields"},
      {[](PlayedMatch& bad) { bad.record.scores.reset(); }, "scores"},
      {[](PlayedMatch& bad) { bad.record.places->push_back(1); }, "places"},
      {[](PlayedMatch& bad) { bad.record.moves[0].seat = 2; }, "moves"},
      {[](PlayedMatch& bad) {
         bad.record.forfeits = {{7, "time", "", 0, {}}};
       },
       "forfeits"}};
  CHECK(honest.answer([](PlayedMatch&) {}).empty());
  for (const auto& [lie, what] : lies) CHECK(honest.answer(lie) == wrong(what));
}

TEST_CASE("a worker's result must follow from its deal and its moves", "[worker]") {
  const std::string name = GENERATE(from_range(game_names()));
  CAPTURE(name);
  const Honest honest(name);
  const std::string broken = "the result of match 0 breaks the rules: ";
  const auto refused = [&](const Lie& lie) { return honest.answer(lie).starts_with(broken); };
  CHECK(honest.answer([](PlayedMatch&) {}).empty());
  CHECK(refused([](PlayedMatch& bad) { bad.record.scores->front() += 1; }));
  CHECK(refused([](PlayedMatch& bad) { bad.record.places->front() += 1; }));
  CHECK(refused([](PlayedMatch& bad) { bad.record.end = "played enough"; }));
  CHECK(refused([](PlayedMatch& bad) { bad.record.moves.pop_back(); }));
  CHECK(refused([](PlayedMatch& bad) { bad.record.moves.push_back(bad.record.moves.back()); }));
  CHECK(refused([](PlayedMatch& bad) { bad.record.moves[0].text = "win"; }));
  CHECK(refused([](PlayedMatch& bad) { bad.record.moves[0].by_arbiter = true; }));
  CHECK(refused([](PlayedMatch& bad) { bad.record.forfeits = {{0, "luck", "", 1, {}}}; }));
  CHECK(refused([](PlayedMatch& bad) { bad.record.counted = {{0, {}}}; }));
}

TEST_CASE("a worker does not choose the cards", "[worker]") {
  const std::string name = GENERATE(from_range(game_names()));
  CAPTURE(name);
  const Honest honest(name);
  const Honest other(name, 8);  // by the rules, with other cards
  CHECK(honest.answer([&](PlayedMatch& bad) {
    bad.record = other.played.record;
    bad.record.seed = honest.played.record.seed;
  }) == "the result of match 0 breaks the rules: its deal does not follow from its seed");
  const auto answer_if_given = [&](const json::object& deal) {
    Honest asked(name);
    asked.asked.settings.deals = std::make_shared<const std::vector<json::object>>(1, deal);
    return asked.answer([](PlayedMatch&) {});
  };
  CHECK(answer_if_given(honest.played.record.deal).empty());
  CHECK(answer_if_given(other.played.record.deal) ==
        "the result of match 0 breaks the rules: its deal is not the given one");
}
