// Means of independent observations and their confidence intervals. docs/statistics.md names the
// source of each method and shows how often the intervals contain the true value.
#pragma once

#include <algorithm>
#include <map>
#include <optional>

namespace arena {

struct Interval {
  double low = 0;
  double high = 0;
};

/// The default probability that an interval misses the true value.
inline constexpr double default_miss = 0.05;

class Mean {
 public:
  Mean() = default;
  /// Of `count` values with this sum and this sum of squares.
  Mean(int count, double sum, double sum_of_squares)
      : count_(count),
        mean_(count == 0 ? 0 : sum / count),
        squares_(std::max(0.0, sum_of_squares - sum * mean_)) {}
  void add(double value);
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] double value() const { return mean_; }
  /// True if two values differ. Otherwise the error is unknown.
  [[nodiscard]] bool has_error() const { return squares_ > 0; }
  /// The sum of squared deviations from the mean.
  [[nodiscard]] double squares() const { return squares_; }
  /// REQUIRES: has_error().
  [[nodiscard]] double standard_error() const;
  /// Half the width of Student's interval. REQUIRES: has_error().
  [[nodiscard]] double margin_of_error(double miss = default_miss) const;
  /// Student's interval; none of fewer than two values, or without an error.
  [[nodiscard]] std::optional<Interval> interval(double miss = default_miss) const;

 private:
  int count_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // (Welford's method)
};

/// The quantile of Student's t for a two-sided interval. REQUIRES: freedom > 0.
double student_quantile(double freedom, double miss = default_miss);

/// Wilson's score interval for a share of `count` independent games. `count` need not be a whole
/// number; see share_interval. REQUIRES: 0 <= share <= 1, count > 0.
Interval wilson_interval(double share, double count, double miss = default_miss);

/// The interval of a mean of values from 0 to 1 with any spread, such as the shares of deals that
/// were played in several seatings. It is Wilson's interval for the number of games that have this
/// spread (the effective number). REQUIRES: mean.count() > 0.
Interval share_interval(const Mean& mean, double miss = default_miss);

/// Values with how often each came. The results of deals take few values (0, 1/4, ..., 1 for a deal
/// of two games), so this stays small however many deals there are.
using Frequencies = std::map<double, int>;

}  // namespace arena
