// A series: its results and their order with any number of jobs, and how it stops early.
#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/series/play/delivery.hpp"
#include "tests/builtin_series.hpp"

using namespace arena;

namespace {

SeriesPlan plan_of(const AnyGame& game, int deals, int jobs) {
  SeriesPlan plan = test::builtin_plan(game, {"greedy", "random"}, deals, true, 42);
  plan.jobs = jobs;
  return plan;
}

std::vector<std::string> records(const AnyGame& game, int jobs) {
  std::vector<std::string> lines;
  SeriesHooks hooks;
  hooks.record = [&lines](const PlayedMatch& match) {
    CHECK(match.number == static_cast<int>(lines.size()));
    lines.push_back(to_line(match.record));
  };
  const SeriesResults results = run(plan_of(game, 20, jobs), hooks);
  CHECK_FALSE(results.failure);
  CHECK(results.played.size() == lines.size());
  CHECK(results.statistics.matches() == static_cast<int>(lines.size()));
  return lines;
}

/// A cache that stores nothing and counts its calls.
class CountingCache final : public Cache {
 public:
  std::optional<std::string> load(std::string_view /*name*/) override {
    ++asked;
    return std::nullopt;
  }
  void keep(std::string_view /*name*/, std::string_view /*bytes*/) override { ++kept; }
  std::atomic<int> asked = 0;
  std::atomic<int> kept = 0;
};

/// Bids its lowest card, but fails in its third turn if the prize is the highest one.
class Flawed final : public test::MovingBot {
 public:
  std::variant<std::string, Fault> move(std::shared_ptr<const AnyView> view) override {
    const json::object seen = view->fields();
    if (++turn_ == 3 && seen.at("prize") == 13) return Fault{FaultKind::exit, "is flawed"};
    return std::to_string(seen.at("hand").as_array().front().as_int64());
  }

 private:
  int turn_ = 0;
};

std::vector<std::string> records_of_flawed(const AnyGame& game, int jobs, bool fail_fast) {
  SeriesPlan plan = plan_of(game, 100, jobs);
  plan.entrants = {test::builtin("random", "random"), test::builtin("flawed", "")};
  plan.entrants[1].kind =
      std::make_shared<InProcessEntrant>([] { return std::make_unique<Flawed>(); });
  plan.fail_fast = fail_fast;
  std::vector<std::string> lines;
  SeriesHooks hooks;
  hooks.record = [&lines](const PlayedMatch& match) { lines.push_back(to_line(match.record)); };
  CHECK(run(plan, hooks).failed_fast == fail_fast);
  return lines;
}

}  // namespace

TEST_CASE("a series that fails fast ends with the first forfeit, with any number of jobs",
          "[series]") {
  const Games games = all_games();
  const AnyGame& game = find_game(games, "bidding");
  std::vector<std::string> all = records_of_flawed(game, 1, false);
  const auto first = std::ranges::find_if(
      all, [](const std::string& line) { return line.find("is flawed") != std::string::npos; });
  REQUIRE(all.size() == 200);
  REQUIRE(first - all.begin() > 3);
  REQUIRE(all.end() - first > 30);
  all.erase(first + 1, all.end());
  CHECK(records_of_flawed(game, 1, true) == all);
  CHECK(records_of_flawed(game, 8, true) == all);
}

TEST_CASE("a series gives the same records in the same order with any number of jobs", "[series]") {
  const Games games = all_games();
  const AnyGame& game = find_game(games, "lost_cities");
  const auto alone = records(game, 1);
  CHECK(alone.size() == 40);
  CHECK(records(game, 8) == alone);
  CHECK(records(game, 3) == alone);
}

TEST_CASE("one worker plays the rest of a deal if its matches belong together", "[series]") {
  SeriesSettings settings;
  const std::vector<Entrant> entrants;
  const Schedule schedule(2, 3, true, SeedKey(7));
  MatchNumbers left;  // of the first deal, one table has been played
  left.add({1, 5});
  Batch batch{.settings = settings, .entrants = entrants, .source = schedule, .matches = left};
  CHECK(end_of_share(batch, 1) == 2);
  batch.void_overloaded = true;
  CHECK(end_of_share(batch, 0) == 1);
  CHECK(end_of_share(batch, 1) == 3);
  CHECK(end_of_share(batch, 3) == 5);
}

TEST_CASE("a stopped series ends soon, and what it handed on is whole", "[series]") {
  const Games games = all_games();
  const AnyGame& game = find_game(games, "lost_cities");
  int played = 0;
  std::stop_source stopping;
  SeriesHooks hooks;
  hooks.record = [&](const PlayedMatch& match) {
    CHECK(match.record.scores.has_value());
    if (++played == 10) stopping.request_stop();
  };
  hooks.stop = stopping.get_token();
  CHECK_FALSE(run(plan_of(game, 100'000, 4), hooks).failure);
  CHECK(played >= 10);
  CHECK(played < 1000);
}

TEST_CASE("built-in bots of all threads share what one of them has worked out",
          "[series][table_cache]") {
  const Games games = all_games();
  std::vector<std::string> first;
  for (const int jobs : {1, 4}) {
    CountingCache cache;
    TableCache table_cache(&cache);
    SeriesPlan plan = plan_of(find_game(games, "bidding"), 30, jobs);
    plan.settings.options = {{"cards", 6}};
    plan.settings.table_cache = &table_cache;
    plan.entrants = {test::builtin("a", "optimal"), test::builtin("b", "optimal_win")};
    std::vector<std::string> lines;
    SeriesHooks hooks;
    hooks.record = [&lines](const PlayedMatch& match) { lines.push_back(to_line(match.record)); };
    run(plan, hooks);
    CHECK(cache.asked == 2);
    CHECK(cache.kept == 2);
    CHECK(lines.size() == 60);
    if (first.empty()) first = lines;
    CHECK(lines == first);
  }
}

TEST_CASE("what a hook throws ends a series, and that match does not count", "[series]") {
  const Games games = all_games();
  int played = 0;
  SeriesHooks hooks;
  hooks.record = [&](const PlayedMatch& /*match*/) {
    if (++played == 3) throw std::runtime_error("the disk is full");
  };
  const SeriesResults results = run(plan_of(find_game(games, "lost_cities"), 20, 1), hooks);
  REQUIRE(results.failure);
  CHECK_THROWS_WITH(std::rethrow_exception(results.failure), "the disk is full");
  CHECK(results.played.size() == 2);
  CHECK(results.statistics.matches() == 2);
}

TEST_CASE("earlier results count in their places", "[series]") {
  const Games games = all_games();
  const SeriesPlan whole = plan_of(find_game(games, "lost_cities"), 5, 1);
  SeriesPlan rest = whole;
  rest.matches = {};
  for (const int number : {0, 3, 4, 9}) rest.matches.add(number);
  std::vector<std::vector<int>> scores;
  SeriesHooks hooks;
  hooks.record = [&](const PlayedMatch& match) {
    const bool again = match.number == 0 || match.number == 3 || match.number == 4;
    if (!again && match.number != 9) rest.earlier[match.number] = result_of(match.record, 2);
  };
  hooks.count = [&](int /*match*/, const MatchResult& result) { scores.push_back(result.scores); };
  const SeriesResults all = run(whole, hooks);
  const auto expected = std::exchange(scores, {});
  REQUIRE(rest.earlier.size() == 6);
  hooks.record = [](const PlayedMatch& /*match*/) {};
  const SeriesResults both = run(rest, hooks);
  CHECK(scores == expected);
  CHECK(both.played.size() == 4);
  CHECK(both.statistics.of(0).wins == all.statistics.of(0).wins);
}
