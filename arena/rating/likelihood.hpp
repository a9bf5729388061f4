// How likely the results are at some strengths, with what Newton's step needs. Internal to the
// room.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "arena/rating/outcomes.hpp"

namespace arena {

struct Likelihood {
  double value = 0;             // the logarithm
  Eigen::VectorXd slope;        // its derivative by each strength
  Eigen::MatrixXd information;  // minus its second derivatives
};

/// With a virtual draw of each entrant against strength 0. `order`: see Outcomes::in_order.
Likelihood likelihood(const Outcomes& outcomes, const std::vector<std::uint32_t>& order,
                      const Eigen::VectorXd& strengths);
Likelihood likelihood(std::span<const PairTotals> pairs, const Eigen::VectorXd& strengths);

/// What `a` expects of a match against `b`, by their strengths in natural units.
double expected_points(const Eigen::VectorXd& strengths, int a, int b);

}  // namespace arena
