// Means, intervals and schedules.
#include "arena/series/statistics/statistics.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/series/entrants/entrants.hpp"
#include "arena/series/play/schedule.hpp"

using namespace arena;

namespace {

MatchResult result(std::vector<int> scores, std::vector<int> places) {
  const std::size_t seats = scores.size();
  return {std::move(scores), std::move(places), std::vector<long>(seats, 1),
          std::vector<std::string>(seats)};
}

}  // namespace

TEST_CASE("a duplicate deal is one observation", "[statistics]") {
  SeriesStatistics statistics(2, true);
  for (int deal = 0; deal < 3; ++deal) {
    statistics.add(deal, {0, 1}, result({30, 10}, {1, 2}));
    statistics.add(deal, {1, 0}, result({30, 10 + deal}, {1, 2}));
  }
  statistics.finish();
  CHECK(statistics.matches() == 6);
  CHECK(statistics.deals() == 3);
  CHECK(statistics.of(0).share.count() == 3);
  CHECK(statistics.of(0).share.value() == Approx(0.5));
  CHECK_FALSE(statistics.of(0).share.has_error());
  CHECK(statistics.of(0).margin.value() == Approx(0.5));
  CHECK(statistics.of(1).wins == 3);
  CHECK(statistics.of(1).moves == 6);
}

TEST_CASE("what statistics take from a record are each seat's own moves, and who forfeited",
          "[statistics]") {
  Record record;
  record.scores = {3, 5};
  record.places = {2, 1};
  record.moves = {{0, "n", {}, false, {}}, {1, "x", "No such card.", false, {}}};
  record.moves.push_back({1, "n", {}, true, {}});  // by arena
  record.forfeits.push_back({0, "time", "no answer", 2});
  const MatchResult taken = result_of(record);
  CHECK(taken.scores == std::vector<int>{3, 5});
  CHECK(taken.places == std::vector<int>{2, 1});
  CHECK(taken.moves == std::vector<long>{1, 0});
  CHECK(taken.forfeit == std::vector<std::string>{"time", ""});
}

TEST_CASE("a seat that forfeited counts with the worst that it could still have got",
          "[statistics]") {
  Record record;
  record.scores = {30, 5};
  record.places = {2, 1};
  record.forfeits.push_back({0, "exit", "", 2});
  const auto margin = [&record](std::size_t side) {
    return margin_of(result_of(record), side, true);
  };
  CHECK(result_of(record).scores == std::vector<int>{30, 5});  // a record of old
  CHECK(margin(0) == 25);
  record.counted.push_back({0, {-10, -60}});
  CHECK(result_of(record).scores == std::vector<int>{-10, 5});
  CHECK(margin(0) == -60);
  CHECK(margin(1) == 15);
}

TEST_CASE("partners have one result, and the first forfeit of a side counts for it",
          "[statistics]") {
  Record record;
  record.scores = {3, 1, 3, 1};
  record.places = {2, 1, 2, 1};
  record.moves = {{0, "a", {}, false, {}}, {1, "b", {}, false, {}}, {2, "c", {}, false, {}}};
  record.forfeits = {{2, "time", "no answer", 3}, {0, "exit", "", 3}};
  record.counted = {{2, {0, -4}}, {0, {1, -3}}};
  const MatchResult taken = result_of(record, 2);
  CHECK(taken.scores == std::vector<int>{0, 1});
  CHECK(taken.places == std::vector<int>{2, 1});
  CHECK(taken.moves == std::vector<long>{2, 1});
  CHECK(taken.forfeit == std::vector<std::string>{"time", ""});
  SeriesStatistics statistics(2, true);
  statistics.add(0, {1, 0}, taken);
  statistics.finish();
  CHECK(statistics.of(0).wins == 1);
  CHECK(statistics.of(1).counted_score.value() == 0);
  CHECK(statistics.of(0).margin.count() == 0);
  CHECK(statistics.of(1).margin.count() == 0);
  CHECK(statistics.of(1).forfeit_count() == 1);
}

TEST_CASE("who shares the first place draws, and a forfeit is counted by its reason",
          "[statistics]") {
  SeriesStatistics statistics(2, true);
  statistics.add(0, {0, 1}, result({5, 5}, {1, 1}));
  MatchResult forfeited = result({50, 0}, {2, 1});
  forfeited.forfeit[0] = "time";
  statistics.add(1, {0, 1}, forfeited);
  statistics.finish();
  CHECK(statistics.of(0).draws == 1);
  CHECK(statistics.of(0).losses == 1);
  CHECK(statistics.of(0).share.value() == Approx(0.25));
  CHECK(statistics.of(0).forfeits.at("time") == 1);
  CHECK(statistics.forfeits() == 1);
  CHECK(statistics.ranking(RankBy::wins) == std::vector<int>{1, 0});
  CHECK(statistics.ranking(RankBy::score) == std::vector<int>{0, 1});
}

TEST_CASE("the spread of scores that are counted is that of the scores", "[statistics]") {
  // 1 1 2 4 4 4 10: ranks 0, 1.5, 3, 4.5 and 6.
  const Spread spread = spread_of({{1, 2}, {2, 1}, {4, 3}, {10, 1}});
  CHECK(spread.least == 1);
  CHECK(spread.lower_quartile == Approx(1.5));
  CHECK(spread.median == 4);
  CHECK(spread.upper_quartile == 4);
  CHECK(spread.most == 10);
  CHECK(spread_of({{7, 1}}).median == 7);
}

TEST_CASE("where less is better, the margin turns its sign", "[statistics]") {
  SeriesStatistics statistics(2, false);
  statistics.add(0, {0, 1}, result({5, 25}, {1, 2}));
  statistics.finish();
  CHECK(statistics.of(0).margin.value() == Approx(20));
  CHECK(statistics.lead(1, 0).score.value() == Approx(-20));
  CHECK(statistics.ranking(RankBy::score) == std::vector<int>{0, 1});
}

TEST_CASE("round the table every player comes after every other one", "[schedule]") {
  const Schedule schedule(4, 60, true, SeedKey(7));
  std::set<std::pair<int, int>> neighbours;
  for (int match = 0; match < schedule.matches(); match += 4) {
    const std::vector<int> player_at = schedule.seating(match);
    for (std::size_t seat = 0; seat < 4; ++seat)
      neighbours.insert({player_at[seat], player_at[(seat + 1) % 4]});
  }
  CHECK(neighbours.size() == 12);
}

TEST_CASE("two players change seats, the first one sits in the first seat first", "[schedule]") {
  const Schedule schedule(2, 9, true, SeedKey(7));
  for (int match = 0; match < schedule.matches(); ++match) {
    CHECK(schedule.seating(match) == std::vector<int>{match % 2, 1 - match % 2});
  }
}

TEST_CASE("partners stay together, and exchange sides from table to table of a deal",
          "[schedule]") {
  const Schedule schedule({4, 2}, 9, true, SeedKey(7));
  CHECK(schedule.matches() == 18);
  for (int match = 0; match < schedule.matches(); ++match) {
    const ScheduledMatch scheduled = schedule.at(match);
    CHECK(scheduled.deal.number == match / 2);
    CHECK(scheduled.table == match % 2);
    CHECK(scheduled.player_at ==
          (scheduled.table == 0 ? std::vector{0, 1, 2, 3} : std::vector{1, 2, 3, 0}));
    CHECK(teams_at(scheduled.player_at, schedule.sides()) ==
          (scheduled.table == 0 ? std::vector{0, 1} : std::vector{1, 0}));
  }
}

TEST_CASE("three teams of two sit on each side of a deal once, in both orders", "[schedule]") {
  const Schedule schedule({6, 3}, 40, true, SeedKey(7));
  std::set<std::vector<int>> orders;
  for (int deal = 0; deal < 40; ++deal) {
    std::set<std::pair<std::size_t, int>> sides;
    for (int match = 3 * deal; match < 3 * deal + 3; ++match) {
      const std::vector<int> player_at = schedule.seating(match);
      const std::vector<int> team_at = teams_at(player_at, schedule.sides());
      for (std::size_t side = 0; side < 3; ++side) {
        sides.insert({side, team_at[side]});
        CHECK(player_at[side] % 3 == player_at[side + 3] % 3);
      }
      CHECK(std::set(player_at.begin(), player_at.end()).size() == 6);
      if (match == 3 * deal) orders.insert(team_at);
    }
    CHECK(sides.size() == 9);
  }
  CHECK(orders.size() == 2);
}

TEST_CASE("a duplicate schedule seats every player everywhere on every deal", "[schedule]") {
  const Schedule schedule(3, 4, true, SeedKey(7));
  CHECK(schedule.matches() == 12);
  for (int deal = 0; deal < 4; ++deal) {
    std::set<std::pair<std::size_t, int>> seatings;
    for (int match = 3 * deal; match < 3 * deal + 3; ++match) {
      const ScheduledMatch scheduled = schedule.at(match);
      CHECK(scheduled.deal.seed == schedule.deal_seed(3 * deal).seed);
      CHECK(scheduled.deal.number == deal);
      CHECK(scheduled.table == match % 3);
      for (std::size_t seat = 0; seat < 3; ++seat)
        seatings.insert({seat, scheduled.player_at[seat]});
    }
    CHECK(seatings.size() == 9);
  }
  CHECK(schedule.deal_seed(0).seed != schedule.deal_seed(3).seed);
  CHECK(schedule.bot_seed(0, 0) != schedule.bot_seed(0, 1));
}
