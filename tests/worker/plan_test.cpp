// A plan comes back as it was sent, and a wrong one is refused with the name of its field.
#include "arena/worker/plan.hpp"

#include <memory>
#include <string>

#include <catch2/catch.hpp>

#include "arena/series/entrants/entrants.hpp"
#include "arena/worker/remote_seats.hpp"
#include "tests/builtin_series.hpp"
#include "tests/errors.hpp"

using namespace arena;
using test::error_of;

namespace {

struct ReaderOfPlans {
  Games games = all_games();
  TableCache table_cache;
  PlanReader reader{games, table_cache, [] { return std::make_shared<RemoteEntrant>(); },
                    [](const SandboxLimits&) { return nullptr; }};

  [[nodiscard]] WorkerPlan read(const json::object& object) const {
    return read_plan(object, reader);
  }
  [[nodiscard]] std::string error(const json::object& object) const {
    return error_of([&] { static_cast<void>(read(object)); });
  }
};

/// One entrant of each kind, with unusual limits.
WorkerPlan varied_plan(const Games& games) {
  WorkerPlan plan;
  plan.settings.game = &find_game(games, "bidding");
  plan.settings.options = plan.settings.game->options.check({});
  plan.settings.record_times = true;
  plan.settings.neutral_names = true;
  plan.settings.log_dir = "/tmp/\xc3\xa9";
  plan.settings.pause = true;
  plan.settings.quantum = std::chrono::milliseconds(250);
  Entrant bot = test::builtin("ann", "random");
  bot.time = {std::chrono::milliseconds(1), std::chrono::seconds(2), std::chrono::seconds(3),
              std::chrono::seconds(4), ClockKind::cpu};
  bot.protocol = "json";
  bot.lifetime = Lifetime::series;
  bot.max_refusals = 5;
  plan.entrants.push_back(bot);
  bot.name = "absent";
  plan.entrants.push_back(bot);
  bot.name = "bob";
  bot.kind =
      std::make_shared<ProcessEntrant>(BotProcess{{"/bin/b", "x y"}, {"./b"}, {"A=1"}, true});
  plan.entrants.push_back(bot);
  bot.name = "gone";
  bot.kind = std::make_shared<MissingEntrant>("cannot start");
  plan.entrants.push_back(bot);
  plan.entrants.push_back(remote_entrant("eve", {}, 20));
  plan.matches = {{4, {~0ULL, 2}, 1, {0, 2, 3, 4}, {1, 2, 3, ~0ULL}},
                  {9, {7, 3}, 0, {4, 3, 2, 0}, {0, 0, 0, 0}}};
  plan.live = true;
  plan.jobs = 3;
  plan.job = 2;
  return plan;
}

}  // namespace

TEST_CASE("a plan comes back as it was sent", "[worker]") {
  const ReaderOfPlans reading;
  const json::object sent = to_json(varied_plan(reading.games));
  const WorkerPlan read = reading.read(json::parse(json::serialize(sent)).as_object());
  CHECK(json::serialize(to_json(read)) == json::serialize(sent));
  const BotProcess& process = *read.entrants[2].process();
  CHECK(process.program == std::vector<std::string>{"/bin/b", "x y"});
  CHECK(process.module);
  CHECK(read.entrants[0].time.clock == ClockKind::cpu);
  CHECK(read.entrants[0].time.game_time == std::chrono::seconds(2));
  CHECK(read.settings.groups != nullptr);  // for the cpu clock
  CHECK(read.matches[0].deal.seed == ~0ULL);
}

TEST_CASE("an entrant without a match is only a name", "[worker]") {
  const ReaderOfPlans reading;
  const json::object sent = to_json(varied_plan(reading.games));
  CHECK(json::serialize(sent.at("entrants").at(1)) == R"({"name":"absent"})");
}

TEST_CASE("what only this process can play does not travel", "[worker]") {
  const Games games = all_games();
  WorkerPlan plan = varied_plan(games);
  plan.entrants[0].kind = std::make_shared<PersonEntrant>();
  CHECK(error_of([&] { static_cast<void>(to_json(plan)); }) ==
        "ann cannot play in a worker: only this process can play it");
}

TEST_CASE("a wrong plan names the wrong field", "[worker]") {
  const ReaderOfPlans reading;
  const json::object good = to_json(varied_plan(reading.games));
  const auto with = [&](std::string_view pointer, json::value value) {
    json::value changed = good;
    changed.at_pointer(pointer) = std::move(value);
    return reading.error(changed.as_object());
  };
  CHECK(reading.error(good).empty());
  CHECK(reading.error({}) == "plan: game must be a text, not null");
  CHECK(with("/game", "chess").starts_with("unknown game \"chess\""));
  CHECK(with("/settings/options", json::object{{"target", "x"}}) != "");
  CHECK(with("/settings/quantum", 10'000'000'001) ==
        "plan: a quantum of 10000000001 ns is not possible");
  CHECK(with("/settings/deals", json::array()) == "plan: deals is empty");
  CHECK(with("/entrants/0/kind", 1) == "entrants[0]: kind must be an object, not 1");
  CHECK(with("/entrants/0/kind", json::object()) ==
        "entrants[0]: unknown kind of entrant; known: builtin, missing, process");
  CHECK(with("/entrants/2/kind/process/program", json::array()) ==
        "entrants[2]: the process has no program");
  CHECK(with("/entrants/0/kind", json::object{{"builtin", "deep_thought"}}) != "");
  CHECK(with("/entrants/0/time/move_ms", -1).starts_with("entrants[0]: move_ms must be from 0"));
  CHECK(with("/entrants/0/protocol", "telepathy") != "");
  CHECK(with("/entrants/0/lifetime", "year").starts_with("entrants[0]: field lifetime must be"));
  CHECK(with("/matches/0/number", 9) == "plan: match 9 occurs twice");
  CHECK(with("/matches/0/deal/seed", "red") ==
        "plan: matches[0] deal seed must be a whole number in range, not \"red\"");
  CHECK(with("/matches/0/bot_seeds", json::array()) ==
        "plan: match 4 must have numbers from 0, and a seed and a player for each seat");
  CHECK(with("/matches/0/player_at", json::array{0, 2, 3, 5}) ==
        "plan: match 4 has the player 5, which is not in the plan");
  CHECK(with("/matches/0/player_at", json::array{0, 2, 3, 1}) ==
        "plan: match 4 has the player 1, which is not in the plan");
  CHECK(with("/job", 3) == "plan: there is no job 3 of 3");
}
