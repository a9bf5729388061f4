// The baselines of all games: fixed, versioned, unbiased, and worth their time.
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "arena/series/statistics/adjusted_statistics.hpp"
#include "tests/builtin_series.hpp"
#include "tests/proof.hpp"
#include "tests/series/adjusted.hpp"

using namespace arena;
using test::adjusted;
using test::builtin_plan;

namespace {

const Games games = all_games();

bool covers(const AdjustedMean& mean, double truth) {
  return std::abs(mean.adjusted.value() - truth) <= mean.margin_of_error;
}

/// How many intervals of `series` series contain the mean of many deals.
int covered(const std::string& game, const std::vector<std::string>& bots,
            Mean PlayerStatistics::*raw, AdjustedMean AdjustedFigures::*measure, int series,
            int deals) {
  const AnyGame& played = find_game(games, game);
  const double truth =
      (run(builtin_plan(played, bots, 40 * deals, false, 1000)).statistics.of(0).*raw).value();
  int count = 0;
  for (int i = 0; i < series; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    const SeriesPlan plan = builtin_plan(played, bots, deals, false, seed);
    count += covers(adjusted(plan, seed).figures().front().*measure, truth) ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE("adjusted means are unbiased: their intervals contain the mean of many deals",
          "[baselines]") {
  // Of 40 intervals that are right with 95 %, 33 or fewer are with less than 0.5 %; of 20, 14 or
  // fewer with less than 0.1 %. Daily only 20 of the shorter game.
  const bool is_whole = proof::is_on();
  const auto [series, too_few] = is_whole ? std::pair(40, 33) : std::pair(20, 14);
  CHECK(covered("streams", {"halves"}, &PlayerStatistics::score, &AdjustedFigures::score, series,
                30) > too_few);
  if (!is_whole) return;
  CHECK(covered("lost_cities", {"greedy", "dumb"}, &PlayerStatistics::margin,
                &AdjustedFigures::margin, 20, 20) > 14);
}

TEST_CASE("a baseline saves deals where good play follows the cards", "[baselines]") {
  const SeriesPlan plan = builtin_plan(find_game(games, "streams"), {"table"}, 400, false, 3);
  const AdjustedMean score = adjusted(plan, 3).figures().front().score;
  CHECK(score.saving > 1.02);
  CHECK(score.margin_of_error < score.raw.margin_of_error());
  CHECK(score.coefficient > 0.2);
}

TEST_CASE("a baseline depends on the deal alone, and changes only with its version",
          "[baselines]") {
  struct Known {
    int version;
    int seats;
    std::vector<std::vector<double>> values;  // of deals 0 and 1 of seeds 0 and 1, by seat
  };
  const std::map<std::string, Known> known = {
      {"lost_cities", {1, 2, {{1, -1}, {5.375, -5.375}}}},
      {"most", {1, 3, {{-195, -515, 195}, {60, -100, -60}}}},
      {"streams", {1, 2, {{26.0625, 26.0625}, {48.375, 48.375}}}},
      {"yard_bridge", {1, 3, {{-95, 95, -120}, {-25, 25, -55}}}},
  };
  for (const auto& game : games) {
    INFO(game->info.name);
    const auto found = known.find(std::string(game->info.name));
    REQUIRE((game->baseline != nullptr) == (found != known.end()));
    if (!game->baseline) continue;
    const auto& [version, seats, values] = found->second;
    CHECK(game->baseline->version() == version);
    for (int number = 0; number < 2; ++number) {
      const DealSeed deal{static_cast<std::uint64_t>(number), number};
      const std::vector<double> by_seat = game->baseline->of({}, seats, deal);
      CHECK(by_seat == game->baseline->of({}, seats, deal));
      CHECK(by_seat == values.at(static_cast<std::size_t>(number)));
    }
  }
}
