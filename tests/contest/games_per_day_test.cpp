// The games of a day, with a clock of the test.
#include "arena/contest/phases/games_per_day.hpp"

#include <catch2/catch.hpp>

using namespace arena;
using namespace std::chrono_literals;
using arena::contest::GamesPerDay;

namespace {

/// How many games are played from `now` on, in batches of three that take no time.
int games_in(GamesPerDay& games, TimePoint now, Duration time) {
  int count = 0;
  for (const TimePoint end = now + time; now < end; now += games.wait(now)) {
    games.played(3, now);
    count += 3;
  }
  return count;
}

}  // namespace

TEST_CASE("games per day: the first games need not wait, and the others are spread over the day",
          "[host]") {
  GamesPerDay games(240);
  const TimePoint start = TimePoint() + 1000h;
  CHECK(games_in(games, start, 1s) == 102);
  CHECK(games.wait(start) > 15min);
  CHECK(games_in(games, start + 1h, 24h) == Approx(240).margin(12));
}

TEST_CASE("games per day: new bots need not wait, and free games do not add up", "[host]") {
  GamesPerDay games(240);
  const TimePoint start = TimePoint() + 1000h;
  games_in(games, start, 1s);
  games.news();
  CHECK(games_in(games, start + 1s, 1s) == 102);
  CHECK(games_in(games, start + 10000h, 1s) == 102);
}

TEST_CASE("games per day: no limit", "[host]") {
  GamesPerDay games(0);
  const TimePoint now = TimePoint() + 1000h;
  games.played(1'000'000, now);
  CHECK(games.wait(now) == 0s);
}
