// A confidence sequence: an interval for a mean that may be looked at after every value, for as
// long as one likes. All intervals of a run contain the mean at once, except in a share `miss` of
// the runs. Method: betting. For each candidate mean m a bettor bets on the next value, at odds
// that are fair if the mean is m. A bettor who multiplies the capital by 2 / miss refutes m: if m
// is the mean, this happens with probability miss / 2 at most, however long the bets go on (Ville
// 1939). Source: Waudby-Smith, Ramdas, "Estimating means of bounded random variables by betting"
// (2024), section 4.4 and appendix B: hedged capital, here as a mixture of constant bets. Not for:
// values without bounds.
#pragma once

#include <optional>

#include "arena/rating/means/mean.hpp"

namespace arena {

/// The lower side: bettors that win if values are higher than m says. The capital depends only on
/// how often each value came, not on the order.
class LowerBettingBound {
 public:
  explicit LowerBettingBound(double miss);

  /// REQUIRES: 0 <= value <= 1.
  void add(double value);
  /// All lower means are refuted. It never falls. Rounded down by at most 1e-6.
  [[nodiscard]] double value() const { return bound_; }
  /// Whether `mean` would be refuted after `factor` times as many values as there are, with the
  /// same frequencies.
  [[nodiscard]] bool would_refute(double mean, double factor) const;

 private:
  [[nodiscard]] double log_capital(double mean, double factor) const;

  double log_needed_;
  double bound_ = 0;
  Frequencies frequencies_;
};

class ConfidenceSequence {
 public:
  /// `miss`: in which share of the runs the mean may ever be outside.
  explicit ConfidenceSequence(double miss = default_miss) : low_(miss), high_(miss) {}

  /// REQUIRES: 0 <= value <= 1. The values so far do not change the mean of the next one.
  void add(double value);
  [[nodiscard]] int count() const { return count_; }
  /// The intersection of the intervals so far. It is empty (low > high) if they contradict each
  /// other, which happens in a share `miss` of the runs at most.
  [[nodiscard]] Interval interval() const { return {low_.value(), 1 - high_.value()}; }
  [[nodiscard]] bool would_be_above(double mean, double factor) const {
    return low_.would_refute(mean, factor);
  }
  [[nodiscard]] bool would_be_below(double mean, double factor) const {
    return high_.would_refute(1 - mean, factor);
  }

 private:
  int count_ = 0;
  LowerBettingBound low_;
  LowerBettingBound high_;  // of 1 - value
};

/// What the values of A against B say: 0.5 is level.
enum class Decision { not_yet, a_better, b_better, close };

/// `margin`: A and B are close if the mean is within 0.5 - margin and 0.5 + margin; 0: never.
Decision decide(const ConfidenceSequence& sequence, double margin = 0);

/// About how many more values until decide() is decided: the least number with which it would be,
/// if the frequencies of the values stay as they are. Nothing if that is unknown: with fewer than
/// 10 values, or if it takes more than 10 times as many values as there are. The mean is then
/// hardly further from the nearest border than its standard error, and the number would be luck.
std::optional<int> more_values(const ConfidenceSequence& sequence, double margin = 0);

}  // namespace arena
