// Ratings by maximum likelihood: values worked out by hand, ties, scale.
#include "arena/rating/ratings.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/rng.hpp"
#include "arena/rating/likelihood.hpp"
#include "arena/rating/outcomes.hpp"
#include "simulated.hpp"

using namespace arena;

namespace {

struct Played {
  std::uint32_t deal = 0;
  std::vector<int> entrants;
  std::vector<int> places;
};

Outcomes outcomes_of(int entrants, const std::vector<Played>& matches) {
  Outcomes outcomes(entrants);
  for (const auto& [deal, players, places] : matches) outcomes.add(deal, players, places);
  return outcomes;
}

double logistic(double difference) { return 1 / (1 + std::exp(-difference)); }

double natural(double elo) { return elo * std::log(10.0) / 400; }

void check_same(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(a[i] == Approx(b[i]).margin(1e-7));
}

/// The places of `entrants` tied between a winner and a last one, beside all that they stand for.
void check_tie(int tied, const std::vector<std::vector<int>>& orders) {
  std::vector<int> players(static_cast<std::size_t>(tied) + 2);
  std::iota(players.begin(), players.end(), 0);
  std::vector<int> places(players.size(), 2);
  places.front() = 1;
  places.back() = tied + 2;
  // Different strengths, so that the orders are not equally likely.
  std::vector<Played> strengths;
  for (int weaker = 1; weaker < tied + 2; ++weaker)
    strengths.push_back({0, {weaker - 1, weaker}, {1, weaker % 3 == 0 ? 1 : 2}});
  std::vector<Played> as_tie = strengths;
  std::vector<Played> as_orders = strengths;
  for (const std::vector<int>& order : orders) {
    as_tie.push_back({1, players, places});
    std::vector<int> strict = places;
    for (int k = 0; k < tied; ++k)
      strict[static_cast<std::size_t>(order[static_cast<std::size_t>(k)])] = 2 + k;
    as_orders.push_back({1, players, strict});
  }
  check_same(rate(outcomes_of(tied + 2, as_tie)).elo, rate(outcomes_of(tied + 2, as_orders)).elo);
}

/// Whether the slope is the derivative of the value, and the information minus that of the slope.
template <class LikelihoodAt>
void check_derivatives(const LikelihoodAt& at, const Eigen::VectorXd& strengths) {
  constexpr double step = 1e-5;
  const Likelihood here = at(strengths);
  for (Eigen::Index i = 0; i < strengths.size(); ++i) {
    const Eigen::VectorXd ahead = strengths + step * Eigen::VectorXd::Unit(strengths.size(), i);
    const Eigen::VectorXd behind = strengths - step * Eigen::VectorXd::Unit(strengths.size(), i);
    const Likelihood more = at(ahead);
    const Likelihood less = at(behind);
    CHECK((more.value - less.value) / (2 * step) == Approx(here.slope[i]).margin(1e-6));
    for (Eigen::Index k = i; k < strengths.size(); ++k)
      CHECK((less.slope[k] - more.slope[k]) / (2 * step) ==
            Approx(here.information(k, i)).margin(1e-6));
  }
}

}  // namespace

TEST_CASE("the derivatives of the likelihood are its derivatives", "[ratings]") {
  const Eigen::Vector3d strengths(0.7, -1.2, 0.1);
  const std::vector<PairTotals> pairs{{0, 1, 3, 6, 4.5, 0}, {2, 1, 2, 4, 1, 0}, {1, 0, 1, 2, 2, 0}};
  check_derivatives([&pairs](const auto& at) { return likelihood(pairs, at); }, strengths);
  const Outcomes outcomes =
      outcomes_of(3, {{0, {0, 1, 2}, {1, 2, 3}}, {0, {2, 0, 1}, {1, 1, 3}}, {1, {1, 2}, {1, 2}}});
  check_derivatives([&](const auto& at) { return likelihood(outcomes, outcomes.in_order(), at); },
                    strengths);
}

TEST_CASE("two entrants: the ratings solve the equation of the likelihood", "[ratings]") {
  std::vector<Played> matches;
  for (std::uint32_t deal = 0; deal < 4; ++deal)
    matches.push_back({deal, {0, 1}, {deal < 3 ? 1 : 2, deal < 3 ? 2 : 1}});
  const Ratings ratings = rate(outcomes_of(2, matches));
  const double strength = natural(ratings.elo[0]);
  CHECK(ratings.elo[1] == Approx(-ratings.elo[0]));
  // Three wins of four, and half a win of the virtual draw against strength 0.
  CHECK(4 * logistic(2 * strength) + logistic(strength) == Approx(3.5).margin(1e-9));
}

TEST_CASE("a draw is half a win and half a loss", "[ratings]") {
  const Played win{1, {0, 1}, {1, 2}};
  const Played loss{1, {0, 1}, {2, 1}};
  const Played draw{1, {0, 1}, {1, 1}};
  check_same(rate(outcomes_of(2, {win, win, loss})).elo,
             rate(outcomes_of(2, {win, draw, draw})).elo);
}

TEST_CASE("tied entrants have the mean of all orders", "[ratings]") {
  for (const int tied : {2, 3, 4}) {
    std::vector<int> order(static_cast<std::size_t>(tied));
    std::iota(order.begin(), order.end(), 1);
    std::vector<std::vector<int>> orders;
    do {
      orders.push_back(order);
    } while (std::next_permutation(order.begin(), order.end()));
    check_tie(tied, orders);
  }
}

TEST_CASE("many tied entrants have the mean of the orders round a circle", "[ratings]") {
  std::vector<int> order(9);
  std::iota(order.begin(), order.end(), 1);
  std::vector<std::vector<int>> orders;
  for (std::size_t start = 0; start < order.size(); ++start) {
    std::rotate(order.begin(), order.begin() + 1, order.end());
    orders.push_back(order);
    orders.emplace_back(order.rbegin(), order.rend());
  }
  check_tie(9, orders);
}

TEST_CASE("the order of matches, seats and places' numbers do not count", "[ratings]") {
  Rng rng(1);
  const std::vector<double> strengths{1, 0.5, 0, -0.5, -1};
  const Outcomes outcomes = round_robin(strengths, 3, 5, 0.5, rng);
  std::vector<Played> matches;
  for (std::size_t match = 0; match < outcomes.matches(); ++match) {
    const MatchOutcome outcome = outcomes[match];
    matches.push_back({outcome.deal, {}, {}});
    for (std::size_t k = outcome.entrants.size(); k-- > 0;) {
      matches.back().entrants.push_back(static_cast<int>(outcome.entrants[k]));
      matches.back().places.push_back(7 + 2 * outcome.groups[k]);
    }
  }
  rng.shuffle(matches);
  const Ratings one = rate(outcomes);
  const Ratings other = rate(outcomes_of(5, matches));
  CHECK(one.elo == other.elo);
  for (int a = 0; a < 5; ++a) {
    for (int b = 0; b < 5; ++b) CHECK(one.covariance(a, b) == other.covariance(a, b));
  }
}

TEST_CASE("an anchor moves the ratings, and takes no error", "[ratings]") {
  Rng rng(2);
  const Outcomes outcomes = round_robin({0.5, 0, -0.2, 0.1}, 2, 20, 0.5, rng);
  const Ratings mean = rate(outcomes);
  const Ratings anchored = rate(outcomes, Anchor{2, 1500});
  CHECK(std::accumulate(mean.elo.begin(), mean.elo.end(), 0.0) == Approx(0).margin(1e-9));
  CHECK(anchored.elo[2] == 1500);
  CHECK(anchored.error(2) == Approx(0).margin(1e-6));
  for (const int other : {0, 1, 3}) {
    const EloDifference one = difference(mean, other, 2);
    CHECK(difference(anchored, other, 2).elo == Approx(one.elo));
    CHECK(difference(anchored, other, 2).error == Approx(one.error));
    CHECK(anchored.error(other) == Approx(one.error));
    CHECK(superiority(mean, other, 2) + superiority(mean, 2, other) == Approx(1));
  }
}

TEST_CASE("an entrant that won everything has a finite rating, and an honest error", "[ratings]") {
  std::vector<Played> matches;
  for (std::uint32_t deal = 0; deal < 1000; ++deal) matches.push_back({deal, {0, 1}, {1, 2}});
  const Ratings ratings = rate(outcomes_of(2, matches));
  const auto [elo, error] = difference(ratings, 0, 1);
  // 1,000 wins bound the chance of a win by 0.025^(1 / 1000) from below (Clopper and Pearson).
  const double exact = 400 * std::log10(1 / (std::pow(0.025, -1.0 / 1000) - 1));
  CHECK(std::isfinite(elo));
  CHECK(elo > exact);
  CHECK(elo - 1.96 * error == Approx(exact).margin(60));
}

TEST_CASE("an entrant without matches is rated 0, as its strength is unknown", "[ratings]") {
  const Ratings ratings = rate(outcomes_of(3, {{0, {0, 1}, {1, 2}}, {1, {0, 1}, {2, 1}}}));
  CHECK(ratings.elo[2] == Approx(0).margin(1e-9));
  CHECK(ratings.deals == std::vector<int>{2, 2, 0});
  CHECK(ratings.error(2) > 150);
}

TEST_CASE("groups that never met are finite, and reported", "[ratings]") {
  const Outcomes outcomes = outcomes_of(
      6, {{0, {0, 3}, {1, 2}}, {1, {3, 4}, {1, 2}}, {2, {1, 5}, {1, 2}}, {3, {5, 1}, {1, 2}}});
  const std::vector<PairTotals> pairs{{0, 3, 1}, {3, 4, 1}, {1, 5, 2}};
  CHECK(components(6, pairs) == std::vector<int>{0, 1, 2, 0, 0, 1});
  const Ratings ratings = rate(outcomes);
  for (const double elo : ratings.elo) CHECK(std::isfinite(elo));
  CHECK(ratings.elo[1] == Approx(ratings.elo[5]));
}

TEST_CASE("known strengths are found again", "[ratings]") {
  Rng rng(3);
  const std::vector<double> strengths{1, 0.4, 0, -0.3, -1.1};
  for (const int seats : {2, 3, 4}) {
    const Ratings ratings = rate(round_robin(strengths, seats, 100, 0.5, rng));
    const std::vector<double> truth = true_elo(strengths);
    for (int entrant = 0; entrant < 5; ++entrant) {
      CHECK(ratings.error(entrant) < 30);
      CHECK(std::abs(ratings.elo[static_cast<std::size_t>(entrant)] -
                     truth[static_cast<std::size_t>(entrant)]) < 4 * ratings.error(entrant));
    }
  }
}

TEST_CASE("so many matches that sums are rounded are rated as fewer are", "[ratings]") {
  const auto ratings_of = [](int matches) {
    Outcomes outcomes(3);
    const std::vector<std::vector<int>> places{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {2, 1, 3},
                                               {2, 1, 3}, {3, 2, 1}, {3, 2, 1}};
    for (int match = 0; match < matches; ++match)
      outcomes.add(0, std::vector{0, 1, 2}, places[static_cast<std::size_t>(match) % 7]);
    return rate(outcomes).elo;
  };
  const std::vector<double> few = ratings_of(3'000);
  const std::vector<double> many = ratings_of(100'000);
  // The virtual draw moves the few by about 0.2.
  for (std::size_t i = 0; i < few.size(); ++i) CHECK(many[i] == Approx(few[i]).margin(0.5));
}

TEST_CASE("matches that cannot be rated are refused", "[ratings]") {
  Outcomes outcomes(3);
  const auto add = [&outcomes](std::vector<int> entrants, std::vector<int> places) {
    outcomes.add(0, entrants, places);
  };
  CHECK_THROWS_AS(add({0}, {1}), std::invalid_argument);
  CHECK_THROWS_AS(add({0, 3}, {1, 2}), std::invalid_argument);
  CHECK_THROWS_AS(add({-1, 0}, {1, 2}), std::invalid_argument);
  CHECK_THROWS_AS(add({1, 1}, {1, 2}), std::invalid_argument);
  CHECK_THROWS_AS(add({0, 1}, {1}), std::invalid_argument);
  CHECK(outcomes.matches() == 0);
}
