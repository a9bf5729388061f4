// Means and their intervals.
#include "arena/rating/means/mean.hpp"

#include <catch2/catch.hpp>

using namespace arena;

TEST_CASE("a mean's interval is Student's", "[mean]") {
  Mean mean;
  for (double value : {2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}) mean.add(value);
  CHECK(mean.value() == Approx(5));
  // t(0.975, 7) = 2.36462; standard deviation sqrt(32 / 7), of the mean 0.755929.
  CHECK(mean.margin_of_error() == Approx(1.78749).epsilon(1e-5));
}

TEST_CASE("equal results do not show the error", "[mean]") {
  Mean mean;
  mean.add(0.1);
  CHECK_FALSE(mean.has_error());
  for (int i = 0; i < 9; ++i) mean.add(0.1);
  CHECK_FALSE(mean.has_error());
  mean.add(0.2);
  CHECK(mean.has_error());
}

TEST_CASE("Wilson's interval has its textbook values", "[mean]") {
  const Interval half = wilson_interval(0.5, 10);
  CHECK(half.low == Approx(0.2366).margin(1e-4));
  CHECK(half.high == Approx(0.7634).margin(1e-4));
  const Interval all = wilson_interval(1.0, 20);
  CHECK(all.low == Approx(0.8389).margin(1e-4));
  CHECK(all.high == 1);
  CHECK(wilson_interval(0.0, 27).low == 0);
}

TEST_CASE("the interval of shares of won and lost games is about Wilson's", "[mean]") {
  Mean mean;
  for (int game = 0; game < 30; ++game) mean.add(game % 2);
  const Interval own = share_interval(mean);
  const Interval wilson = wilson_interval(0.5, 30);
  CHECK(own.low == Approx(wilson.low).margin(0.003));
  CHECK(own.high == Approx(wilson.high).margin(0.003));
}

TEST_CASE("shares of a deal that are spread less make a narrower interval", "[mean]") {
  Mean games;
  Mean deals;  // two games each, most of them shared
  for (int deal = 0; deal < 30; ++deal) {
    games.add(deal % 2);
    deals.add(deal % 10 == 0 ? 0 : deal % 10 == 1 ? 1 : 0.5);
  }
  const Interval of_games = share_interval(games);
  const Interval of_deals = share_interval(deals);
  // Student's interval of the same deals: standard deviation 0.2274 of 30, t(0.975, 29) = 2.0452.
  CHECK(of_deals.high - of_deals.low == Approx(2 * 0.0849).epsilon(0.06));
  CHECK(of_deals.high - of_deals.low < (of_games.high - of_games.low) / 2);
}

TEST_CASE("equal shares claim no certainty", "[mean]") {
  Mean shared;
  Mean won;
  for (int deal = 0; deal < 10; ++deal) {
    shared.add(0.5);
    won.add(1);
  }
  CHECK(share_interval(shared).low < 0.45);
  CHECK(share_interval(shared).high > 0.55);
  CHECK(share_interval(won).low == Approx(wilson_interval(1, 10).low));
}
