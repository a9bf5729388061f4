// The sequential probability ratio test against hand-worked values, a second implementation, and
// simulated bots.
#include "arena/rating/means/sprt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "monte_carlo.hpp"
#include "tests/proof.hpp"

using namespace arena;
using simulated::Bots;
using simulated::Deals;

namespace {

using Counts = std::array<double, 5>;

void add(Sprt& sprt, double share, int times) {
  for (int time = 0; time < times; ++time) sprt.add(share);
}

/// The greatest value of a concave function, by golden section.
double greatest(double low, double high, const std::function<double(double)>& function) {
  constexpr double golden = 0.6180339887498949;
  double left = high - golden * (high - low);
  double right = low + golden * (high - low);
  double of_left = function(left);
  double of_right = function(right);
  for (int step = 0; step < 30; ++step) {
    if (of_left < of_right) {
      low = std::exchange(left, right);
      of_left = of_right;
      right = low + golden * (high - low);
      of_right = function(right);
    } else {
      high = std::exchange(right, left);
      of_right = of_left;
      left = high - golden * (high - low);
      of_left = function(left);
    }
  }
  return std::max(of_left, of_right);
}

/// The greatest log-likelihood of pentanomial counts among the distributions with this mean, found
/// by trying them: the chances of 1/4, 1/2 and 3/4 one inside the other, the rest follows.
double best_likelihood(const Counts& counts, double mean) {
  const auto likelihood = [&](double quarter, double half, double three) {
    const double one = mean - quarter / 4 - half / 2 - three * 3 / 4;
    const std::array<double, 5> chances = {1 - one - quarter - half - three, quarter, half, three,
                                           one};
    double sum = 0;
    for (std::size_t i = 0; i < 5; ++i)
      sum += chances[i] > 0 ? counts[i] * std::log(chances[i]) : -1e9 * (1 - chances[i]);
    return sum;
  };
  return greatest(0, 1, [&](double quarter) {
    return greatest(0, 1, [&](double half) {
      return greatest(0, 1, [&](double three) { return likelihood(quarter, half, three); });
    });
  });
}

/// How often the test accepts the wrong hypothesis, and how many deals it takes.
struct Seen {
  int wrong = 0;
  double deals = 0;
};
Seen simulate(const SprtSettings& settings, const simulated::Shares& shares, Sprt::Verdict wrong,
              int runs) {
  Seen seen;
  for (int run = 0; run < runs; ++run) {
    Sprt sprt(settings);
    Deals deals(shares, static_cast<unsigned>(run));
    while (sprt.verdict() == Sprt::Verdict::not_yet) sprt.add(deals.next());
    seen.wrong += sprt.verdict() == wrong ? 1 : 0;
    seen.deals += static_cast<double>(sprt.count()) / runs;
  }
  return seen;
}

}  // namespace

TEST_CASE("Elo is the logistic curve", "[sprt]") {
  CHECK(share_of_elo(0) == 0.5);
  CHECK(share_of_elo(400) == Approx(10.0 / 11));
  CHECK(share_of_elo(-400) == Approx(1.0 / 11));
}

TEST_CASE("Wald's bounds", "[sprt]") {
  const Sprt sprt({0, 5, 0.05, 0.1});
  CHECK(sprt.low_bound() == Approx(std::log(0.1 / 0.95)));
  CHECK(sprt.high_bound() == Approx(std::log(0.9 / 0.05)));
}

TEST_CASE("of games that are won or lost, the mean alone gives the likelihood", "[sprt]") {
  Sprt sprt({0, 40, 0.001, 0.001}, {});
  add(sprt, 1, 30);
  add(sprt, 0, 20);
  const double share = 1 / (1 + std::pow(10, -0.1));
  CHECK(sprt.log_ratio() == Approx(30 * std::log(share / 0.5) + 20 * std::log((1 - share) / 0.5)));
}

TEST_CASE("the likelihoods are the greatest that there are", "[sprt]") {
  for (const Counts& counts :
       {Counts{10, 20, 30, 25, 15}, Counts{1, 2, 40, 6, 3}, Counts{20, 5, 3, 5, 30}}) {
    Sprt sprt({-10, 30, 1e-6, 1e-6});
    for (std::size_t i = 0; i < 5; ++i)
      add(sprt, static_cast<double>(i) / 4, static_cast<int>(counts[i]));
    const double expected =
        best_likelihood(counts, share_of_elo(30)) - best_likelihood(counts, share_of_elo(-10));
    CHECK(sprt.log_ratio() == Approx(expected).margin(1e-6));
  }
}

TEST_CASE("the order of the deals does not change the ratio", "[sprt]") {
  Sprt one({0, 10, 1e-6, 1e-6});
  Sprt other({0, 10, 1e-6, 1e-6});
  for (const double share : {0.0, 0.25, 1.0, 0.5, 0.75, 1.0, 0.5}) one.add(share);
  for (const double share : {1.0, 1.0, 0.75, 0.5, 0.5, 0.25, 0.0}) other.add(share);
  CHECK(one.log_ratio() == other.log_ratio());
}

TEST_CASE("a decided test stays decided", "[sprt]") {
  Sprt sprt({0, 50, 0.05, 0.05});
  while (sprt.verdict() == Sprt::Verdict::not_yet) {
    sprt.add(0.75);
    sprt.add(0.5);
  }
  CHECK(sprt.verdict() == Sprt::Verdict::elo1);
  const int deals = sprt.count();
  add(sprt, 0, 100);
  CHECK(sprt.verdict() == Sprt::Verdict::elo1);
  CHECK(sprt.count() == deals);
}

TEST_CASE("shares that the test did not know join in", "[sprt]") {
  Sprt sprt({0, 50, 0.05, 0.05}, {});
  for (int i = 0; i < 30; ++i) sprt.add(i % 2 == 0 ? 1.0 / 3 : 0.5);
  CHECK(sprt.log_ratio() < 0);
}

TEST_CASE("the forecast is the mean time in which a walk ends", "[sprt]") {
  // Wins and losses are steps of equal size; the bounds are 30 steps away.
  const double step = std::log(share_of_elo(20) / share_of_elo(-20));
  const double error = 1 / (1 + std::exp(30 * step));
  Sprt level({-20, 20, error, error}, {});
  add(level, 1, 20);
  CHECK_FALSE(Sprt({-20, 20}).more_deals());  // too early
  add(level, 0, 20);
  CHECK(level.more_deals().value() == Approx(30 * 30));

  // The gambler's ruin, from 10 steps up, with 6 wins in 11 games.
  Sprt ahead({-20, 20, error, error}, {});
  add(ahead, 1, 10);
  for (int pair = 0; pair < 50; ++pair) {
    ahead.add(1);
    ahead.add(0);
  }
  const double odds = 5.0 / 6;
  const double up = (1 - std::pow(odds, 40)) / (1 - std::pow(odds, 60));
  CHECK(ahead.more_deals().value() == Approx(11 * (up * 20 - (1 - up) * 40)).epsilon(0.02));

  // 1 step from a near bound, after 6 wins in 10 games. The walk steps, the formula is continuous.
  const double often = 1 / (1 + std::exp(3 * step));
  Sprt near({-20, 20, often, often}, {});
  for (const double share : {1, 0, 1, 0, 1, 0, 1, 0, 1, 1}) near.add(share);
  const double ruin = 2.0 / 3;
  const double ends_up = (1 - std::pow(ruin, 5)) / (1 - std::pow(ruin, 6));
  CHECK(near.more_deals().value() == Approx(5 * (ends_up - (1 - ends_up) * 5)).epsilon(0.02));
}

TEST_CASE("the errors are at most nominal", "[sprt][simulated]") {
  const int runs = proof::repetitions(2'000, 0.02);
  for (const Bots& bots : {Bots{0, 1, 0, 0.2}, Bots{0, 3, 0.5, 0.1}, Bots{0, 0.3, 0, 1.5}}) {
    for (const SprtSettings& settings :
         {SprtSettings{0, 20}, SprtSettings{-20, 20}, SprtSettings{0, 60}, SprtSettings{0, 200},
          SprtSettings{0, 40, 0.01, 0.1}}) {
      const auto errors = [&](double elo, Sprt::Verdict wrong) {
        return simulate(settings, bots.with_mean(share_of_elo(elo)).shares(), wrong, runs).wrong;
      };
      const int first = errors(settings.elo0, Sprt::Verdict::elo1);
      const int second = errors(settings.elo1, Sprt::Verdict::elo0);
      INFO(settings.elo0 << " to " << settings.elo1 << " Elo, luck of deals " << bots.deal_luck
                         << ": " << first << " and " << second << " wrong of " << runs);
      report(fmt::format("SPRT of {} to {} Elo, luck of deals {}: errors of the first kind",
                         settings.elo0, settings.elo1, bots.deal_luck),
             100.0 * first / runs);
      report("  of the second kind", 100.0 * second / runs);
      CHECK(first <= simulated::most_wrong(runs, settings.alpha));
      CHECK(second <= simulated::most_wrong(runs, settings.beta));
    }
  }
}
