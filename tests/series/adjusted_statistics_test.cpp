// Means that are adjusted for the luck of the deals. tests/games/baselines_test.cpp has how well
// the baselines of all games do it.
#include "arena/series/statistics/adjusted_statistics.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "tests/builtin_series.hpp"
#include "tests/series/adjusted.hpp"

using namespace arena;
using namespace arena::test;

namespace {

const Games known_games = all_games();

AdjustedHead head_of(const SeriesPlan& plan) {
  const AnyGame& game = *plan.settings.game;
  AdjustedHead head{std::string(game.info.title), game.baseline, {}, {}, game.info.rank_by};
  for (const Entrant& entrant : plan.entrants) {
    head.ranking.push_back(static_cast<int>(head.names.size()));
    head.names.push_back(entrant.name);
  }
  return head;
}

}  // namespace

TEST_CASE("adjusted figures are the same for any number of games at a time", "[adjusted]") {
  SeriesPlan plan =
      builtin_plan(find_game(known_games, "lost_cities"), {"greedy", "random"}, 12, true, 3);
  const AdjustedHead head = head_of(plan);
  const std::string text = adjusted_text(head, adjusted(plan, 3));
  plan.jobs = 3;
  CHECK(adjusted_text(head, adjusted(plan, 3)) == text);
  CHECK_THAT(text, Catch::Contains("baseline 1 of Lost Cities: greedy's margin") &&
                       Catch::Contains("48 other deals"));
}

TEST_CASE("a deal of which matches are missing is not adjusted", "[adjusted]") {
  SeriesPlan plan =
      builtin_plan(find_game(known_games, "lost_cities"), {"greedy", "random"}, 4, true, 3);
  plan.matches = MatchNumbers();
  for (const int match : {0, 1, 3, 4, 5}) plan.matches.add(match);
  const AdjustedStatistics statistics = adjusted(plan, 3);
  CHECK(statistics.deals() == 2);
  CHECK(statistics.figures().front().margin.raw.count() == 2);
}

TEST_CASE("where all seats are played, the baseline of a two-seat margin is always 0",
          "[adjusted]") {
  const SeriesPlan plan =
      builtin_plan(find_game(known_games, "lost_cities"), {"greedy", "random"}, 10, true, 3);
  const AdjustedMean margin = adjusted(plan, 3).figures().front().margin;
  CHECK(margin.coefficient == 0);
  CHECK(margin.adjusted.value() == Approx(margin.raw.value()));
}
