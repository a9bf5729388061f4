#include "arena/rating/means/confidence_sequence.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace arena {

namespace {

constexpr double even = 0.5;
constexpr double resolution = 1e-6;

/// The share of the capital that each bettor puts at risk: 1, then always less by a factor of the
/// square root of 2. A mean that is close to m needs small bets, and the right size is not known.
constexpr std::size_t bettors = 16;
std::array<double, bettors> stakes() {
  std::array<double, bettors> all{};
  for (std::size_t bettor = 0; bettor < bettors; ++bettor)
    all[bettor] = std::pow(0.5, static_cast<double>(bettor) / 2);
  return all;
}

}  // namespace

LowerBettingBound::LowerBettingBound(double miss) : log_needed_(std::log(2 / miss)) {}

/// All bettors begin with the same share of a capital of 1.
double LowerBettingBound::log_capital(double mean, double factor) const {
  static const std::array<double, bettors> stake = stakes();
  std::array<double, bettors> logs{};
  for (const auto& [value, count] : frequencies_) {
    const double gain = value / mean - 1;
    for (std::size_t bettor = 0; bettor < bettors; ++bettor)
      logs[bettor] += factor * count * std::log1p(stake[bettor] * gain);
  }
  const double most = *std::ranges::max_element(logs);
  double sum = 0;
  for (const double log : logs) sum += std::exp(log - most);
  return most + std::log(sum / bettors);
}

bool LowerBettingBound::would_refute(double mean, double factor) const {
  return log_capital(mean, factor) >= log_needed_;
}

/// A lower mean leaves more capital, so that a bisection finds the border.
void LowerBettingBound::add(double value) {
  assert(0 <= value && value <= 1);
  ++frequencies_[value];
  if (!would_refute(bound_ + resolution, 1)) return;
  double refuted = bound_ + resolution;
  double open = 1;
  while (open - refuted > resolution) {
    const double middle = (refuted + open) / 2;
    (would_refute(middle, 1) ? refuted : open) = middle;
  }
  bound_ = refuted;
}

void ConfidenceSequence::add(double value) {
  ++count_;
  low_.add(value);
  high_.add(1 - value);
}

Decision decide(const ConfidenceSequence& sequence, double margin) {
  const auto [low, high] = sequence.interval();
  if (low > even) return Decision::a_better;
  if (high < even) return Decision::b_better;
  if (low > even - margin && high < even + margin) return Decision::close;
  return Decision::not_yet;
}

std::optional<int> more_values(const ConfidenceSequence& sequence, double margin) {
  constexpr int fewest = 10;
  constexpr int furthest = 10;
  const int count = sequence.count();
  if (count < fewest) return std::nullopt;
  const auto would_decide = [&](int more) {
    const double factor = 1 + static_cast<double>(more) / count;
    return sequence.would_be_above(even, factor) || sequence.would_be_below(even, factor) ||
           (sequence.would_be_above(even - margin, factor) &&
            sequence.would_be_below(even + margin, factor));
  };
  int low = 0;
  int high = furthest * count;
  if (!would_decide(high)) return std::nullopt;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    (would_decide(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace arena
