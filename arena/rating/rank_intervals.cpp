#include "arena/rating/rank_intervals.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <boost/math/distributions/normal.hpp>

#include "arena/core/rng.hpp"
#include "arena/util/stopped.hpp"

namespace arena {

namespace {

constexpr double most_work = 2e9;  // products of the simulation
constexpr int least_draws = 2'000;
constexpr int most_draws = 20'000;

using Matrix = Eigen::MatrixXd;

int draws_for(Eigen::Index entrants, int wanted) {
  if (wanted > 0) return wanted;
  const double size = static_cast<double>(entrants);
  return static_cast<int>(std::clamp<double>(most_work / (size * size), least_draws, most_draws));
}

/// Errors of the estimates, a column for each draw.
Matrix simulated_errors(const Matrix& covariance, int draws, std::uint64_t seed) {
  Rng rng(mix_seed(seed, "ranks"));
  const boost::math::normal normal;
  const auto uniform = [&rng] { return (static_cast<double>(rng.next() >> 11U) + 0.5) * 0x1p-53; };
  const Matrix normals = Matrix::NullaryExpr(
      covariance.rows(), draws, [&] { return boost::math::quantile(normal, uniform()); });
  // Centred or anchored ratings have a covariance without full rank: a little more makes it full.
  const double little = 1e-10 * std::max(covariance.diagonal().maxCoeff(), 1e-300);
  Matrix widened = covariance;
  widened.diagonal().array() += little;
  return Eigen::LLT<Matrix>(widened).matrixL() * normals;
}

/// The tests that are not rejected yet. Column a, row b: that a is not better than b.
class OpenTests {
 public:
  OpenTests(std::span<const double> estimates, const Matrix& covariance,
            std::span<const int> groups)
      : estimates_(Eigen::Map<const Eigen::VectorXd>(estimates.data(),
                                                     static_cast<Eigen::Index>(estimates.size()))),
        scales_(covariance.rows(), covariance.cols()) {
    const Eigen::Index size = covariance.rows();
    const auto group = [&](Eigen::Index of) { return groups[static_cast<std::size_t>(of)]; };
    for (Eigen::Index a = 0; a < size; ++a) {
      for (Eigen::Index b = 0; b < size; ++b) {
        const double variance = covariance(a, a) + covariance(b, b) - 2 * covariance(a, b);
        const bool is_test = a != b && variance > 0 && (groups.empty() || group(a) == group(b));
        scales_(b, a) = is_test ? 1 / std::sqrt(variance) : 0;
      }
    }
  }

  /// The quantile of the largest statistic of all open tests.
  [[nodiscard]] double critical_value(const Matrix& errors, double miss,
                                      const std::stop_token& stop) const {
    const Eigen::RowVectorXd most = scales_.colwise().maxCoeff();
    std::vector<double> largest;
    for (Eigen::Index draw = 0; draw < errors.cols(); ++draw) {
      end_if(stop);
      largest.push_back(largest_statistic(errors.col(draw), most));
    }
    // The draw of the data is one more: so the quantile is not too low by chance (Dwass 1957).
    const double rank = std::ceil((1 - miss) * static_cast<double>(largest.size() + 1));
    const auto at = std::min(static_cast<std::ptrdiff_t>(rank), std::ssize(largest)) - 1;
    std::ranges::nth_element(largest, largest.begin() + at);
    return largest[static_cast<std::size_t>(at)];
  }

  /// Closes the tests whose statistic is above `critical`; returns how many.
  int reject(double critical, std::vector<RankInterval>& ranks) {
    int count = 0;
    for (Eigen::Index a = 0; a < scales_.cols(); ++a) {
      for (Eigen::Index b = 0; b < scales_.rows(); ++b) {
        if ((estimates_[a] - estimates_[b]) * scales_(b, a) <= critical) continue;
        scales_(b, a) = 0;
        --ranks[static_cast<std::size_t>(a)].worst;
        ++ranks[static_cast<std::size_t>(b)].best;
        ++count;
      }
    }
    return count;
  }

 private:
  /// `most`: the largest scale of each column. Most columns cannot have the largest statistic, as
  /// the one whose bound is largest shows first, so that few need to be looked at.
  [[nodiscard]] double largest_statistic(const Eigen::VectorXd& errors,
                                         const Eigen::RowVectorXd& most) const {
    const Eigen::VectorXd bounds = (errors.array() - errors.minCoeff()) * most.transpose().array();
    const auto of_column = [&](Eigen::Index a) {
      return ((errors[a] - errors.array()) * scales_.col(a).array()).maxCoeff();
    };
    Eigen::Index first = 0;
    bounds.maxCoeff(&first);
    double largest = of_column(first);
    for (Eigen::Index a = 0; a < errors.size(); ++a) {
      if (bounds[a] > largest && a != first) largest = std::max(largest, of_column(a));
    }
    return largest;
  }

  Eigen::VectorXd estimates_;
  Matrix scales_;  // 1 / standard error; 0 where the test is not open
};

}  // namespace

RankIntervals rank_intervals(std::span<const double> estimates, const SquareMatrix& covariance,
                             const RankSettings& settings) {
  const Eigen::Index size = covariance.size();
  const Matrix matrix = Eigen::Map<const Matrix>(covariance.data(), size, size);
  const Matrix errors = simulated_errors(matrix, draws_for(size, settings.draws), settings.seed);
  OpenTests tests(estimates, matrix, settings.groups);
  RankIntervals result;
  result.ranks.assign(estimates.size(), {1, static_cast<int>(size)});
  int rejected = 0;
  do {
    result.critical_values.push_back(tests.critical_value(errors, settings.miss, settings.stop));
    rejected = tests.reject(result.critical_values.back(), result.ranks);
  } while (rejected > 0);
  return result;
}

}  // namespace arena
