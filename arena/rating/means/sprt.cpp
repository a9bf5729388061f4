#include "arena/rating/means/sprt.hpp"

#include <cassert>
#include <cmath>
#include <cstdint>

#include <boost/math/tools/toms748_solve.hpp>

namespace arena {

namespace {

/// What a value that never came counts, in deals.
constexpr double unseen = 1e-3;

double weight_of(int count) { return count > 0 ? count : unseen; }

/// The most likely distribution with this mean gives each value its frequency, divided by
/// 1 + theta (value - mean). Returns theta, with which these add up to 1 and have this mean.
/// REQUIRES: the least value < mean < the greatest.
double tilt_to(const Frequencies& frequencies, double mean) {
  const auto excess = [&](double theta) {
    double sum = 0;
    for (const auto& [value, count] : frequencies)
      sum += weight_of(count) * (value - mean) / (1 + theta * (value - mean));
    return sum;
  };
  // Between these ends the excess falls from plus to minus infinity.
  const double low = -1 / (frequencies.rbegin()->first - mean);
  const double high = 1 / (mean - frequencies.begin()->first);
  const double edge = 1e-12 * (high - low);
  std::uintmax_t iterations = 200;
  const auto [left, right] = boost::math::tools::toms748_solve(
      excess, low + edge, high - edge, boost::math::tools::eps_tolerance<double>(), iterations);
  return (left + right) / 2;
}

/// The mean time in which a Brownian motion from 0 with this drift and variance leaves low < 0 <
/// high. From Wald's identities: the mean end is drift times time, and the end is `high` with the
/// probability by which exp(-2 drift x / variance) keeps its mean of 1.
double time_to_leave(double low, double high, double drift, double variance) {
  const double rate = 2 * drift / variance;
  if (std::abs(rate) * (high - low) < 1e-6) return -low * high / variance;
  const double ends_high =
      std::expm1(-rate * low) / (std::exp(-rate * low) - std::exp(-rate * high));
  return (ends_high * high + (1 - ends_high) * low) / drift;
}

}  // namespace

double share_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

Sprt::Sprt(const SprtSettings& settings, const std::vector<double>& values)
    : share0_(share_of_elo(settings.elo0)),
      share1_(share_of_elo(settings.elo1)),
      low_(std::log(settings.beta / (1 - settings.alpha))),
      high_(std::log((1 - settings.beta) / settings.alpha)),
      frequencies_{{0, 0}, {1, 0}} {
  assert(settings.elo0 < settings.elo1);
  for (const double value : values) frequencies_.try_emplace(value, 0);
}

std::vector<Sprt::Step> Sprt::steps() const {
  const double theta0 = tilt_to(frequencies_, share0_);
  const double theta1 = tilt_to(frequencies_, share1_);
  std::vector<Step> steps;
  for (const auto& [value, count] : frequencies_) {
    const double ratio = (1 + theta0 * (value - share0_)) / (1 + theta1 * (value - share1_));
    steps.push_back({weight_of(count), std::log(ratio)});
  }
  return steps;
}

void Sprt::add(double share) {
  assert(0 <= share && share <= 1);
  if (verdict_ != Verdict::not_yet) return;
  ++count_;
  ++frequencies_[share];
  log_ratio_ = 0;
  for (const Step& step : steps()) log_ratio_ += step.weight * step.log_ratio;
  if (log_ratio_ <= low_) verdict_ = Verdict::elo0;
  if (log_ratio_ >= high_) verdict_ = Verdict::elo1;
}

std::optional<double> Sprt::more_deals() const {
  constexpr int fewest = 10;
  if (count_ < fewest) return std::nullopt;
  if (verdict_ != Verdict::not_yet) return 0;
  double deals = 0;
  double squares = 0;
  for (const Step& step : steps()) {
    deals += step.weight;
    squares += step.weight * step.log_ratio * step.log_ratio;
  }
  const double drift = log_ratio_ / deals;
  const double variance = squares / deals - drift * drift;
  return time_to_leave(low_ - log_ratio_, high_ - log_ratio_, drift, variance);
}

}  // namespace arena
