// Adjusted means against hand-worked values, a second implementation, and simulated deals.
#include "arena/rating/means/control_variate.hpp"

#include <cmath>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "monte_carlo.hpp"
#include "tests/proof.hpp"

using namespace arena;

namespace {

/// A deal's luck, which is skewed, makes the baseline and three quarters of the value's variance.
class Source {
 public:
  explicit Source(unsigned run) : generator_(run) {}
  DealValue next(int deal) {
    const double luck = std::exponential_distribution<double>()(generator_) - 1;
    const double noise = std::uniform_real_distribution<double>(-3, 3)(generator_);
    return {deal, value_mean + 3 * luck + noise, baseline_mean + luck};
  }
  static constexpr double value_mean = 2;
  static constexpr double baseline_mean = 5;

 private:
  std::mt19937_64 generator_;
};

std::vector<DealValue> deals_of(unsigned run, int count) {
  Source source(run);
  std::vector<DealValue> deals;
  for (int deal = 0; deal < count; ++deal) deals.push_back(source.next(deal));
  return deals;
}

/// Least squares over the deals outside the fold, in two passes.
double slope_without(const std::vector<DealValue>& deals, int fold, int folds) {
  double count = 0;
  double value = 0;
  double baseline = 0;
  for (const DealValue& deal : deals) {
    if (deal.deal % folds == fold) continue;
    count += 1;
    value += deal.value;
    baseline += deal.baseline;
  }
  double products = 0;
  double squares = 0;
  for (const DealValue& deal : deals) {
    if (deal.deal % folds == fold) continue;
    products += (deal.value - value / count) * (deal.baseline - baseline / count);
    squares += std::pow(deal.baseline - baseline / count, 2);
  }
  return products / squares;
}

/// The mean of a baseline over 400 further deals.
BaselineMean measured_baseline(unsigned run) {
  Mean mean;
  for (const DealValue& deal : deals_of(run, 400)) mean.add(deal.baseline);
  return {mean.value(), mean.standard_error()};
}

}  // namespace

TEST_CASE("two folds, worked by hand", "[control_variate]") {
  // Even deals have the slope 1 (values 0, 1 at baselines 0, 1), odd ones 3 (0, 6 at 0, 2): each
  // half is adjusted with the slope of the other.
  const std::vector<DealValue> deals = {{0, 0, 0}, {1, 0, 0}, {2, 1, 1}, {3, 6, 2}};
  const AdjustedMean result = adjusted_mean(deals, {1, 0}, 2);
  CHECK(result.coefficient == Approx(2));
  CHECK(result.raw.value() == Approx(7.0 / 4));
  // 0 - 3 (0 - 1) = 3, 0 - 1 (0 - 1) = 1, 1 - 3 (1 - 1) = 1, 6 - 1 (2 - 1) = 5.
  CHECK(result.adjusted.value() == Approx(10.0 / 4));
  CHECK(result.adjusted.squares() == Approx(11));
  CHECK(result.saving == Approx(24.75 / 11));
}

TEST_CASE("adjusted values are those of folds that are fitted one by one", "[control_variate]") {
  constexpr int folds = 7;
  const std::vector<DealValue> deals = deals_of(1, 100);
  Mean expected;
  for (const DealValue& deal : deals)
    expected.add(deal.value - slope_without(deals, deal.deal % folds, folds) * (deal.baseline - 5));
  const AdjustedMean result = adjusted_mean(deals, {5, 0}, folds);
  CHECK(result.adjusted.value() == Approx(expected.value()).epsilon(1e-12));
  CHECK(result.adjusted.standard_error() == Approx(expected.standard_error()).epsilon(1e-12));
}

TEST_CASE("a baseline that is always the same changes nothing", "[control_variate]") {
  std::vector<DealValue> deals = deals_of(3, 30);
  for (DealValue& deal : deals) deal.baseline = 4;
  const AdjustedMean result = adjusted_mean(deals, {4, 0});
  CHECK(result.adjusted.value() == result.raw.value());
  CHECK(result.margin_of_error == Approx(result.raw.margin_of_error()));
  CHECK(result.saving == Approx(1));
}

TEST_CASE("without a spread there is no error", "[control_variate]") {
  const std::vector<DealValue> deals = {{0, 1, 0}, {1, 1, 0}};
  const AdjustedMean result = adjusted_mean(deals, {0, 0});
  CHECK(result.margin_of_error == 0);
  CHECK(result.saving == 1);
}

TEST_CASE("a baseline saves deals, less if its mean is measured", "[control_variate]") {
  const std::vector<DealValue> deals = deals_of(4, 2'000);
  const AdjustedMean known = adjusted_mean(deals, {Source::baseline_mean, 0});
  const AdjustedMean measured = adjusted_mean(deals, measured_baseline(5));
  // The value's variance is 9 of the deal and 3 of the game.
  CHECK(known.coefficient == Approx(3).epsilon(0.05));
  CHECK(known.saving == Approx(4).epsilon(0.2));
  CHECK(measured.saving < 1);  // 400 deals tell less of the mean than 2,000 of the values
}

TEST_CASE("the intervals of adjusted means contain the mean, and the means are not biased",
          "[control_variate][simulated]") {
  const int runs = proof::repetitions(20'000, 0.02);
  int missed = 0;
  int missed_measured = 0;
  Mean bias;
  for (int run = 0; run < runs; ++run) {
    const auto seed = static_cast<unsigned>(run);
    const std::vector<DealValue> deals = deals_of(seed, 200);
    const AdjustedMean known = adjusted_mean(deals, {Source::baseline_mean, 0});
    const AdjustedMean measured = adjusted_mean(deals, measured_baseline(1'000'000 + seed));
    const auto misses = [](const AdjustedMean& mean) {
      return std::abs(mean.adjusted.value() - Source::value_mean) > mean.margin_of_error ? 1 : 0;
    };
    missed += misses(known);
    missed_measured += misses(measured);
    bias.add(known.adjusted.value() - Source::value_mean);
  }
  INFO(missed << " and " << missed_measured << " missed of " << runs);
  CHECK(missed <= simulated::most_wrong(runs, default_miss));
  CHECK(missed_measured <= simulated::most_wrong(runs, default_miss));
  CHECK(std::abs(bias.value()) < 4 * bias.standard_error());
}
