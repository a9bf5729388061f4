// Means, intervals, schedules and standings.
#include "arena/tournament/statistics.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/tournament/schedule.hpp"
#include "arena/tournament/standing.hpp"

using namespace arena;

namespace {

Record result(std::vector<int> scores, std::vector<int> places, int moves = 2) {
  Record record;
  record.scores = std::move(scores);
  record.places = std::move(places);
  for (int i = 0; i < moves; ++i) record.moves.push_back({i % 2, "n", {}, false, {}});
  return record;
}

}  // namespace

TEST_CASE("a mean's interval is Student's", "[statistics]") {
  Mean mean;
  for (double value : {2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}) mean.add(value);
  CHECK(mean.value() == Approx(5));
  // t(0.975, 7) = 2.36462; standard deviation sqrt(32 / 7), of the mean 0.755929.
  CHECK(mean.margin_of_error() == Approx(1.78749).epsilon(1e-5));
}

TEST_CASE("equal results tell nothing of the error", "[statistics]") {
  Mean mean;
  mean.add(0.1);
  CHECK_FALSE(mean.has_error());
  for (int i = 0; i < 9; ++i) mean.add(0.1);
  CHECK_FALSE(mean.has_error());
  mean.add(0.2);
  CHECK(mean.has_error());
}

TEST_CASE("Wilson's interval has its textbook values", "[statistics]") {
  const Interval half = wilson_interval(0.5, 10);
  CHECK(half.low == Approx(0.2366).margin(1e-4));
  CHECK(half.high == Approx(0.7634).margin(1e-4));
  const Interval all = wilson_interval(1.0, 20);
  CHECK(all.low == Approx(0.8389).margin(1e-4));
  CHECK(all.high == Approx(1.0));
}

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
  CHECK(statistics.moves() == 12);
}

TEST_CASE("who shares the first place draws, and a forfeit is counted by its reason",
          "[statistics]") {
  SeriesStatistics statistics(2, true);
  statistics.add(0, {0, 1}, result({5, 5}, {1, 1}));
  Record forfeited = result({50, 0}, {2, 1});
  forfeited.forfeits.push_back({0, "time", "no answer", 2});
  statistics.add(1, {0, 1}, forfeited);
  statistics.finish();
  CHECK(statistics.of(0).draws == 1);
  CHECK(statistics.of(0).losses == 1);
  CHECK(statistics.of(0).share.value() == Approx(0.25));
  CHECK(statistics.of(0).forfeits.at("time") == 1);
  CHECK(statistics.ranking() == std::vector<int>{1, 0});
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
}

TEST_CASE("round the table every player comes after every other one", "[schedule]") {
  const Schedule schedule(4, 60, true, 7);
  std::set<std::pair<int, int>> neighbours;
  for (int match = 0; match < schedule.matches(); match += 4) {
    for (Seat seat = 0; seat < 4; ++seat)
      neighbours.insert(
          {schedule.player_at(match, seat), schedule.player_at(match, (seat + 1) % 4)});
  }
  CHECK(neighbours.size() == 12);
}

TEST_CASE("two players change seats, the first one sits in the first seat first", "[schedule]") {
  const Schedule schedule(2, 9, true, 7);
  for (int match = 0; match < schedule.matches(); ++match) {
    CHECK(schedule.player_at(match, 0) == match % 2);
    CHECK(schedule.player_at(match, 1) == 1 - match % 2);
  }
}

TEST_CASE("intervals that hold for several players at once are wider", "[statistics]") {
  const Interval alone = wilson_interval(0.4, 100);
  CHECK(joint_interval(0.4, 100, 1).low == Approx(alone.low));
  double low = alone.low;
  for (int players = 2; players <= most_seats; ++players) {
    const Interval joint = joint_interval(0.4, 100, players);
    CHECK(joint.low < low);
    CHECK(joint.high > alone.high);
    low = joint.low;
  }
  // Wilson's interval for 40 of 100 at z = 2.3940, reckoned by hand: three players.
  CHECK(joint_interval(0.4, 100, 3).low == Approx(0.2912).margin(0.0001));
  CHECK(joint_interval(0.4, 100, 3).high == Approx(0.5196).margin(0.0001));
}

TEST_CASE("of three players the second has to be left behind, not the mean", "[standing]") {
  const auto play = [](int deals, int best) {
    SeriesStatistics statistics(3, true);
    for (int deal = 0; deal < deals; ++deal) {
      const int winner = deal % 10 < best ? 0 : deal % 10 == 9 ? 2 : 1;
      std::vector<int> scores(3, 0);
      std::vector<int> places(3, 2);
      scores[static_cast<std::size_t>(winner)] = places[static_cast<std::size_t>(winner)] = 1;
      statistics.add(deal, {0, 1, 2}, result(scores, places));
    }
    statistics.finish();
    StandingHead head;
    head.names = {"one", "other", "weak"};
    return standing_text(head, statistics);
  };
  // 50 and 40 of 100: both are well above a third.
  CHECK(play(100, 5).find("one is ahead, but chance may explain it: its interval, made wider for 3 "
                          "players, meets that of other.") != std::string::npos);
  CHECK(play(100, 8).find("one is stronger: its interval, made wider for 3 players, is above that "
                          "of other.") != std::string::npos);
}

TEST_CASE("a duplicate schedule seats every player everywhere on every deal", "[schedule]") {
  const Schedule schedule(3, 4, true, 7);
  CHECK(schedule.matches() == 12);
  for (int deal = 0; deal < 4; ++deal) {
    std::set<std::pair<int, int>> seatings;
    for (int match = 3 * deal; match < 3 * deal + 3; ++match) {
      CHECK(schedule.deal_seed(match).seed == schedule.deal_seed(3 * deal).seed);
      CHECK(schedule.deal_seed(match).number == deal);
      for (Seat seat = 0; seat < 3; ++seat)
        seatings.insert({seat, schedule.player_at(match, seat)});
    }
    CHECK(seatings.size() == 9);
  }
  CHECK(schedule.deal_seed(0).seed != schedule.deal_seed(3).seed);
  CHECK(schedule.bot_seed(0, 0) != schedule.bot_seed(0, 1));
}

TEST_CASE("the standing says in words who is ahead, and whether that is more than chance",
          "[standing]") {
  StandingHead head{"lost_cities", "Lost Cities", {"mine", "dumb"}, 1, {}, 1, 2.0, false};
  SeriesStatistics clear(2, true);
  for (int deal = 0; deal < 40; ++deal) clear.add(deal, {0, 1}, result({40, deal % 7}, {1, 2}));
  clear.finish();
  const std::string text = standing_text(head, clear);
  CHECK(text.find("Lost Cities: 40 games, seed 0x0000000000000001") == 0);
  CHECK(text.find("mine is stronger") != std::string::npos);
  CHECK(text.find("No forfeits.") != std::string::npos);
  CHECK(text.find("80 moves in 2.00 s: 40 a second.") != std::string::npos);

  SeriesStatistics close(2, true);
  for (int deal = 0; deal < 4; ++deal)
    close.add(deal, {0, 1}, deal < 3 ? result({4, 1}, {1, 2}) : result({1, 4}, {2, 1}));
  close.finish();
  CHECK(standing_text(head, close).find("chance may explain it") != std::string::npos);

  const auto object = standing_json(head, clear);
  CHECK(object.at("games").as_int64() == 40);
  CHECK(object.at("players").as_array().at(0).as_object().at("win_share").as_double() == 1.0);
}
