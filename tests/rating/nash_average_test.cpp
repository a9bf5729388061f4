// Equilibria of games whose solution is known, and the field that they are computed for.
#include "arena/rating/nash_average.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/rng.hpp"
#include "simulated.hpp"

using namespace arena;

namespace {

SquareMatrix antisymmetric(int size, const std::vector<double>& above_diagonal) {
  SquareMatrix payments(size);
  auto next = above_diagonal.begin();
  for (int a = 0; a < size; ++a) {
    for (int b = a + 1; b < size; ++b) {
      payments(a, b) = *next++;
      payments(b, a) = -payments(a, b);
    }
  }
  return payments;
}

double largest(const SquareMatrix& payments) {
  double most = 1e-300;
  for (int a = 0; a < payments.size(); ++a) {
    for (int b = 0; b < payments.size(); ++b) most = std::max(most, payments(a, b));
  }
  return most;
}

/// The most that any choice is paid against the weights; 0 is exact.
double exploitability(const SquareMatrix& payments, const std::vector<double>& weights) {
  double most = 0;
  for (int a = 0; a < payments.size(); ++a) {
    double paid = 0;
    for (int b = 0; b < payments.size(); ++b)
      paid += payments(a, b) * weights[static_cast<std::size_t>(b)];
    most = std::max(most, paid);
  }
  return most;
}

void check_weights(const SquareMatrix& payments, const std::vector<double>& expected) {
  const std::vector<double> weights = max_entropy_equilibrium(payments);
  for (std::size_t choice = 0; choice < expected.size(); ++choice)
    CHECK(weights[choice] == Approx(expected[choice]).margin(1e-6));
  CHECK(exploitability(payments, weights) < 3e-8 * largest(payments));
}

}  // namespace

TEST_CASE("the best of a line has all weight", "[nash]") {
  check_weights(antisymmetric(3, {1, 2, 1}), {1, 0, 0});
  check_weights(antisymmetric(1, {}), {1});
}

TEST_CASE("in a cycle each is weighted by the payment between the other two", "[nash]") {
  check_weights(antisymmetric(3, {1, -1, 1}), {1.0 / 3, 1.0 / 3, 1.0 / 3});
  // 0 beats 1 by 2, 1 beats 2 by 3, 2 beats 0 by 5.
  check_weights(antisymmetric(3, {2, -5, 3}), {0.3, 0.5, 0.2});
}

TEST_CASE("equal choices share by entropy", "[nash]") {
  check_weights(antisymmetric(4, {0, 0, 0, 0, 0, 0}), {0.25, 0.25, 0.25, 0.25});
  // Paper, two kinds of stone that are the same, scissors: copies share what one has.
  check_weights(antisymmetric(4, {1, 1, -1, 0, 1, 1}), {1.0 / 3, 1.0 / 6, 1.0 / 6, 1.0 / 3});
  // 0 and 1 both beat 2 and draw with each other, however much.
  check_weights(antisymmetric(3, {0, 1, 9}), {0.5, 0.5, 0});
}

TEST_CASE("the scale of the payments does not count", "[nash]") {
  check_weights(antisymmetric(3, {2e6, -5e6, 3e6}), {0.3, 0.5, 0.2});
  check_weights(antisymmetric(3, {2e-6, -5e-6, 3e-6}), {0.3, 0.5, 0.2});
}

TEST_CASE("random games are solved", "[nash]") {
  Rng rng(6);
  for (const int size : {5, 30, 61}) {
    SquareMatrix payments(size);
    for (int a = 0; a < size; ++a) {
      for (int b = 0; b < a; ++b) {
        payments(a, b) = normal(rng);
        payments(b, a) = -payments(a, b);
      }
    }
    const std::vector<double> weights = max_entropy_equilibrium(payments);
    CHECK(exploitability(payments, weights) < 3e-8 * largest(payments));
    CHECK(std::accumulate(weights.begin(), weights.end(), 0.0) == Approx(1).epsilon(1e-12));
    CHECK(std::ranges::min(weights) >= 0);
  }
}

TEST_CASE("only entrants who all met are averaged", "[nash]") {
  Outcomes outcomes(5);
  const auto beats = [&outcomes](int winner, int loser) {
    outcomes.add(static_cast<std::uint32_t>(outcomes.matches()), std::vector{winner, loser},
                 std::vector{1, 2});
  };
  beats(0, 1);
  beats(1, 3);
  beats(3, 0);
  beats(4, 0);
  beats(4, 1);
  const NashAverage average = nash_average(PairShares(outcomes));
  // 2 met no one, 4 never met 3; each of them misses one, and 4 has the higher number.
  CHECK(average.entrants == std::vector<int>{0, 1, 3});
  CHECK(average.weights[0] == Approx(1.0 / 3).margin(1e-6));
  CHECK(average.elo[0] == Approx(0).margin(1e-3));
}

TEST_CASE("a loser is behind by what it loses with", "[nash]") {
  Outcomes outcomes(2);
  for (std::uint32_t deal = 0; deal < 3; ++deal)
    outcomes.add(deal, std::vector{0, 1}, std::vector{1, 2});
  const NashAverage average = nash_average(PairShares(outcomes));
  CHECK(average.weights[0] == Approx(1));
  CHECK(average.elo[1] == Approx(-400 * std::log10(7)));
}
