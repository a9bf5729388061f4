#include "arena/rating/means/mean.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace arena {

void Mean::add(double value) {
  ++count_;
  const double delta = value - mean_;
  mean_ += delta / count_;
  squares_ += delta * (value - mean_);
}

double Mean::standard_error() const {
  return std::sqrt(squares_ / (count_ - 1)) / std::sqrt(count_);
}

double Mean::margin_of_error(double miss) const {
  return student_quantile(count_ - 1, miss) * standard_error();
}

std::optional<Interval> Mean::interval(double miss) const {
  if (count_ < 2 || !has_error()) return {};
  const double reach = margin_of_error(miss);
  return Interval{mean_ - reach, mean_ + reach};
}

double student_quantile(double freedom, double miss) {
  return boost::math::quantile(boost::math::students_t(freedom), 1 - miss / 2);
}

Interval wilson_interval(double share, double count, double miss) {
  const double z = boost::math::quantile(boost::math::normal(), 1 - miss / 2);
  const double z2 = z * z;
  const double scale = 1 + z2 / count;
  const double centre = (share + z2 / (2 * count)) / scale;
  const double half = z / scale * std::sqrt(share * (1 - share) / count + z2 / (4 * count * count));
  // At the ends the two terms cancel, except for rounding.
  return {share <= 0 ? 0 : std::max(0.0, centre - half),
          share >= 1 ? 1 : std::min(1.0, centre + half)};
}

Interval share_interval(const Mean& mean, double miss) {
  // Adds one more value with the spread of a game that is won or lost, so that a few equal values
  // do not look certain. For values of 0 and 1 it also corrects for the estimated mean.
  const double of_game = mean.value() * (1 - mean.value());
  const double count = mean.count();
  const double effective =
      of_game > 0 ? count * count * of_game / (mean.squares() + of_game) : count;
  return wilson_interval(mean.value(), effective, miss);
}

}  // namespace arena
