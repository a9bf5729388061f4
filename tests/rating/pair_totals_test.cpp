// Sums by pairs tell the same as the single matches.
#include <map>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/rng.hpp"
#include "arena/rating/outcomes.hpp"
#include "arena/rating/pair_shares.hpp"
#include "arena/rating/rank_intervals.hpp"
#include "arena/rating/ratings.hpp"
#include "arena/util/stopped.hpp"
#include "simulated.hpp"

using namespace arena;

namespace {

struct BothWays {
  Outcomes outcomes;
  std::vector<PairTotals> pairs;
};

/// Each pair that meets plays up to `most_deals` deals of two matches; about a quarter of the
/// matches are drawn. Half of the pairs are listed with the higher entrant first.
BothWays play(int entrants, std::uint32_t most_deals, Rng& rng) {
  BothWays both{Outcomes(entrants), {}};
  std::uint32_t deal = 0;
  for (int low = 0; low < entrants; ++low) {
    for (int high = low + 1; high < entrants; ++high) {
      if (rng.below(4) == 0) continue;
      PairTotals pair{low, high};
      const int deals = 1 + static_cast<int>(rng.below(most_deals));
      if (rng.below(2) == 0) std::swap(pair.a, pair.b);
      for (int of_pair = 0; of_pair < deals; ++of_pair, ++deal) {
        double points = 0;
        for (int match = 0; match < 2; ++match) {
          const double luck = uniform(rng) + 0.05 * (pair.b - pair.a);
          const bool drawn = rng.below(4) == 0;
          const std::vector<int> places = drawn        ? std::vector{1, 1}
                                          : luck < 0.5 ? std::vector{2, 1}
                                                       : std::vector{1, 2};
          both.outcomes.add(deal, std::vector{pair.a, pair.b}, places);
          points += drawn ? 0.5 : places.front() == 1 ? 1 : 0;
        }
        pair.points += points;
        pair.points_squares += points * points;
      }
      pair.deals = deals;
      pair.matches = 2 * deals;
      both.pairs.push_back(pair);
    }
  }
  return both;
}

}  // namespace

TEST_CASE("ratings and errors by pairs are those by matches", "[ratings]") {
  Rng rng(3);
  for (const int entrants : {2, 3, 7, 12}) {
    // With few deals, some pairs have a single one.
    const BothWays both = play(entrants, entrants == 7 ? 3 : 30, rng);
    const std::optional<Anchor> anchor =
        entrants == 3 ? std::optional(Anchor{1, 1500}) : std::nullopt;
    const Ratings by_match = rate(both.outcomes, anchor);
    const Ratings by_pair = rate(entrants, both.pairs, anchor);
    CHECK(by_pair.deals == by_match.deals);
    for (int a = 0; a < entrants; ++a) {
      const auto at = static_cast<std::size_t>(a);
      CHECK(by_pair.elo[at] == Approx(by_match.elo[at]).margin(1e-6));
      for (int b = 0; b < entrants; ++b)
        CHECK(by_pair.covariance(a, b) == Approx(by_match.covariance(a, b)).margin(1e-5));
    }
  }
}

TEST_CASE("quick ratings are the ratings, and know a little too much of each", "[ratings]") {
  Rng rng(5);
  for (const int entrants : {2, 12, 60}) {
    const BothWays both = play(entrants, 30, rng);
    const Ratings exact = rate(entrants, both.pairs);
    const QuickRatings by_pair = rate_quickly(entrants, both.pairs);
    const QuickRatings by_match = rate_quickly(both.outcomes);
    for (int a = 0; a < entrants; ++a) {
      const auto at = static_cast<std::size_t>(a);
      CHECK(by_pair.elo[at] == Approx(exact.elo[at]).margin(1e-5));
      CHECK(by_match.elo[at] == Approx(exact.elo[at]).margin(1e-5));
      CHECK(by_match.variances[at] == Approx(by_pair.variances[at]).epsilon(1e-6));
      if (entrants > 2) {  // of two the mean is half the other
        CHECK(by_pair.variances[at] < 1.2 * exact.covariance(a, a));
        CHECK(by_pair.variances[at] > 0.7 * exact.covariance(a, a));
      }
    }
  }
}

TEST_CASE("ratings end when they are asked to", "[ratings]") {
  Rng rng(6);
  const BothWays both = play(5, 3, rng);
  std::stop_source source;
  const Ratings ratings = rate(5, both.pairs, {}, source.get_token());
  source.request_stop();
  CHECK_THROWS_AS(rate(5, both.pairs, {}, source.get_token()), Stopped);
  CHECK_THROWS_AS(rate(both.outcomes, {}, source.get_token()), Stopped);
  CHECK_THROWS_AS(rank_intervals(ratings.elo, ratings.covariance, {.stop = source.get_token()}),
                  Stopped);
}

TEST_CASE("shares by pairs are those by matches", "[ratings]") {
  Rng rng(4);
  const BothWays both = play(6, 9, rng);
  const PairShares by_match(both.outcomes);
  const PairShares by_pair(6, both.pairs);
  for (int a = 0; a < 6; ++a) {
    for (int b = 0; b < 6; ++b) {
      if (a == b) continue;
      CHECK(by_pair(a, b).deals == by_match(a, b).deals);
      CHECK(by_pair(a, b).share == Approx(by_match(a, b).share));
      CHECK(by_pair(a, b).error == Approx(by_match(a, b).error));
    }
  }
}
