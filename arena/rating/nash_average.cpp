#include "arena/rating/nash_average.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <Eigen/Core>
#include <Eigen/LU>

namespace arena {

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr double first_entropy = 1;  // its weight t; payments are at most 1
constexpr double last_entropy = 1e-9;
constexpr double less_entropy = 0.25;       // of the weight before
constexpr double weight_precision = 1e-12;  // of the weights, when a step of Newton's ends
constexpr int most_weight_steps = 100;      // for each t
constexpr double most_surprise = 0.5;       // how far a step may be from linear
constexpr double least_length = 1e-12;      // of a step, as a part of Newton's
constexpr double no_weight = 1e-30;

/// The path of equilibria, as logarithms of weights.
class Path {
 public:
  explicit Path(const Matrix& payments)
      : payments_(payments),
        logs_(Vector::Constant(payments.rows(), -std::log(static_cast<double>(payments.rows())))) {}

  [[nodiscard]] Vector weights() const {
    const Vector weights = logs_.array().exp();
    return weights / weights.sum();
  }

  /// REQUIRES: `entropy` is not far below that of the last call.
  void solve(double entropy) {
    for (int steps = 0; steps < most_weight_steps; ++steps) {
      const Vector weights = logs_.array().exp();
      const Vector change = newton_step(entropy, weights);
      double length = 1;
      // Not a number is a surprise as well.
      while (!(surprise(weights, change * length) <= most_surprise) && length > least_length)
        length /= 2;
      logs_ += change * length;
      if (weights.dot(change.cwiseAbs()) < weight_precision) return;
    }
  }

 private:
  /// For t log p - A p + level = 0 and sum p = 1. Choices without weight do not act on the others:
  /// they follow, so that only the others are solved for.
  [[nodiscard]] Vector newton_step(double entropy, const Vector& weights) const {
    std::vector<Eigen::Index> active;
    for (Eigen::Index choice = 0; choice < weights.size(); ++choice) {
      if (weights[choice] > no_weight) active.push_back(choice);
    }
    const Vector active_weights = weights(active);
    const Vector distance = entropy * logs_ - payments_ * weights;
    Matrix slopes = -payments_(active, active) * active_weights.asDiagonal();
    slopes.diagonal().array() += entropy;
    const Eigen::PartialPivLU<Matrix> solver(slopes);
    const Vector by_distance = solver.solve(distance(active));
    const Vector by_level = solver.solve(Vector::Ones(static_cast<Eigen::Index>(active.size())));
    const double missing = 1 - weights.sum();
    const double level =
        -(missing + active_weights.dot(by_distance)) / active_weights.dot(by_level);
    const Vector moved =
        -(active_weights.array() * (by_distance + level * by_level).array()).matrix();
    return (payments_(Eigen::all, active) * moved - distance -
            Vector::Constant(weights.size(), level)) /
           entropy;
  }

  /// How far the weights after a change are from those that a linear change would give.
  static double surprise(const Vector& weights, const Vector& change) {
    return (weights.array() * (change.array().exp() - 1 - change.array()).abs()).sum();
  }

  const Matrix& payments_;
  Vector logs_;
};

/// Those of `entrants` who met, for each of them.
std::vector<int> opponents(const PairShares& shares, const std::vector<int>& entrants) {
  std::vector<int> counts;
  for (const int a : entrants) {
    counts.push_back(static_cast<int>(
        std::ranges::count_if(entrants, [&](int b) { return a != b && shares(a, b).deals > 0; })));
  }
  return counts;
}

/// As many as possible whose pairings are all played, in a simple way.
std::vector<int> complete_field(const PairShares& shares) {
  std::vector<int> entrants(static_cast<std::size_t>(shares.entrants()));
  std::iota(entrants.begin(), entrants.end(), 0);
  std::vector<int> counts = opponents(shares, entrants);
  while (!entrants.empty()) {
    const auto fewest = std::ranges::min_element(counts.rbegin(), counts.rend());
    if (*fewest + 1 == std::ssize(entrants)) break;
    const auto place = counts.rend() - fewest - 1;
    const int out = entrants[static_cast<std::size_t>(place)];
    entrants.erase(entrants.begin() + place);
    counts.erase(counts.begin() + place);
    for (std::size_t k = 0; k < entrants.size(); ++k)
      counts[k] -= shares(entrants[k], out).deals > 0 ? 1 : 0;
  }
  return entrants;
}

}  // namespace

std::vector<double> max_entropy_equilibrium(const SquareMatrix& payments) {
  const Eigen::Index size = payments.size();
  Matrix scaled = Eigen::Map<const Matrix>(payments.data(), size, size);
  const double largest = scaled.cwiseAbs().maxCoeff();
  if (largest > 0) scaled /= largest;
  Path path(scaled);
  for (double entropy = first_entropy; entropy >= last_entropy; entropy *= less_entropy)
    path.solve(entropy);
  const Vector weights = path.weights();
  return {weights.begin(), weights.end()};
}

NashAverage nash_average(const PairShares& shares) {
  NashAverage result;
  result.entrants = complete_field(shares);
  const int size = static_cast<int>(result.entrants.size());
  if (size == 0) return result;
  const double elo_of_natural = 400 / std::log(10.0);
  SquareMatrix payments(size);
  for (int a = 0; a < size; ++a) {
    for (int b = a + 1; b < size; ++b) {
      const double logit = shares(result.entrants[static_cast<std::size_t>(a)],
                                  result.entrants[static_cast<std::size_t>(b)])
                               .logit();
      payments(a, b) = elo_of_natural * logit;
      payments(b, a) = -payments(a, b);
    }
  }
  result.weights = max_entropy_equilibrium(payments);
  for (int a = 0; a < size; ++a) {
    double paid = 0;
    for (int b = 0; b < size; ++b)
      paid += payments(a, b) * result.weights[static_cast<std::size_t>(b)];
    result.elo.push_back(paid);
  }
  return result;
}

}  // namespace arena
