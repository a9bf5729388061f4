#include "arena/rating/fixed_size.hpp"

#include <cmath>

#include <boost/math/distributions/normal.hpp>

namespace arena {

double one_sided_deals(const FixedSizeTest& test) {
  const boost::math::normal normal;
  const double z =
      boost::math::quantile(normal, 1 - test.alpha) + boost::math::quantile(normal, 1 - test.beta);
  return std::pow(z * test.deviation / test.difference, 2);
}

double two_sided_deals(const FixedSizeTest& test) {
  FixedSizeTest half = test;
  half.alpha /= 2;
  return one_sided_deals(half);
}

}  // namespace arena
