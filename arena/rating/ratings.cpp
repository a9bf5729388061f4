#include "arena/rating/ratings.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCore>
#include <boost/math/distributions/normal.hpp>

#include "arena/rating/covariance.hpp"
#include "arena/rating/likelihood.hpp"
#include "arena/rating/means/mean.hpp"
#include "arena/util/stopped.hpp"

namespace arena {

namespace {

const double elo_of_natural = 400 / std::log(10.0);
constexpr double close_step = 1e-5;      // in natural units; the next step is about its square
constexpr double value_rounding = 1e-9;  // what sums of ten million terms may be wrong by
constexpr int most_strength_steps = 200;
constexpr int most_halvings = 60;

template <class Solver>
struct Maximum {
  Eigen::VectorXd strengths;
  Eigen::MatrixXd information;
  Solver factor;
};

using Exact = Eigen::LLT<Eigen::MatrixXd>;

/// Solves without factors. Most entrants of a large field never met.
class Quick {
 public:
  explicit Quick(const Eigen::MatrixXd& information) : information_(information.sparseView()) {}

  [[nodiscard]] Eigen::VectorXd solve(const Eigen::VectorXd& slope) const {
    Eigen::ConjugateGradient<Eigen::SparseMatrix<double>, Eigen::Lower | Eigen::Upper> steps(
        information_);
    return steps.setTolerance(close_solution).solve(slope);
  }

 private:
  static constexpr double close_solution =
      1e-8;  // relative; the next step of Newton's method corrects it
  Eigen::SparseMatrix<double> information_;
};

/// Newton's method; a step is halved until the likelihood does not fall. The log-likelihood is
/// concave, strictly so by the virtual draws, so there is one maximum. The step after a small one
/// is the last: it is below 1e-10, or as small as rounding lets it be. `likelihood_at(strengths)`.
template <class Solver, class LikelihoodAt>
Maximum<Solver> maximise(int entrants, const LikelihoodAt& likelihood_at,
                         const std::stop_token& stop = {}) {
  Eigen::VectorXd strengths = Eigen::VectorXd::Zero(entrants);
  Likelihood here = likelihood_at(strengths);
  bool is_close = false;
  for (int steps = 0; steps < most_strength_steps; ++steps) {
    end_if(stop);
    Solver factor(here.information);
    Eigen::VectorXd step = factor.solve(here.slope);
    if (is_close) return {strengths + step, std::move(here.information), std::move(factor)};
    is_close = step.cwiseAbs().maxCoeff() < close_step;
    const double least = here.value - value_rounding * std::abs(here.value);
    for (int halvings = 0; halvings < most_halvings; ++halvings, step /= 2) {
      here = likelihood_at(strengths + step);
      if (here.value >= least) break;
    }
    strengths += step;
  }
  throw std::logic_error("ratings that do not converge");
}

/// From strengths to ratings: the differences to their mean, or to the anchor.
class Scale {
 public:
  Scale(Eigen::Index size, const std::optional<Anchor>& anchor)
      : origin_(Eigen::VectorXd::Constant(size, 1 / static_cast<double>(size))) {
    if (!anchor) return;
    origin_.setZero();
    origin_[anchor->entrant] = 1;
    rating_ = anchor->rating;
  }

  [[nodiscard]] Eigen::VectorXd ratings(const Eigen::VectorXd& strengths) const {
    return (strengths.array() - origin_.dot(strengths)) * elo_of_natural + rating_;
  }

  /// Of the ratings, from that of the strengths.
  void transform(Eigen::MatrixXd& covariance) const {
    const Eigen::VectorXd with_origin = covariance * origin_;
    covariance.colwise() -= with_origin;
    covariance.rowwise() -= with_origin.transpose();
    covariance.array() += origin_.dot(with_origin);
    covariance *= elo_of_natural * elo_of_natural;
  }

 private:
  Eigen::VectorXd origin_;  // weights of the strengths whose mean is the origin
  double rating_ = 0;       // of the origin
};

/// Rounding leaves the two triangles a little different.
SquareMatrix symmetric(const Eigen::MatrixXd& matrix) {
  SquareMatrix result(static_cast<int>(matrix.rows()));
  Eigen::Map<Eigen::MatrixXd>(result.data(), matrix.rows(), matrix.cols()) =
      (matrix + matrix.transpose()) / 2;
  return result;
}

/// The diagonals alone of what `sandwich` multiplies.
QuickRatings quick_ratings_at(const Maximum<Quick>& maximum, const DealScores& scores) {
  const Scale scale(maximum.strengths.size(), {});
  const Eigen::VectorXd elo = scale.ratings(maximum.strengths);
  const Eigen::VectorXd variances = middle_diagonal(maximum.information, scores).array() /
                                    maximum.information.diagonal().array().square() *
                                    (elo_of_natural * elo_of_natural);
  return {{elo.begin(), elo.end()}, {variances.begin(), variances.end()}};
}

Ratings ratings_at(const Maximum<Exact>& maximum, DealScores scores,
                   const std::optional<Anchor>& anchor, const std::stop_token& stop) {
  end_if(stop);
  Eigen::MatrixXd covariance = sandwich(maximum.information, maximum.factor, scores);
  const Scale scale(maximum.strengths.size(), anchor);
  const Eigen::VectorXd elo = scale.ratings(maximum.strengths);
  scale.transform(covariance);
  return {std::vector<double>(elo.begin(), elo.end()), symmetric(covariance),
          std::move(scores.deals_of)};
}

}  // namespace

double Ratings::error(int entrant) const {
  return std::sqrt(std::max(0.0, covariance(entrant, entrant)));
}

double Ratings::reach(int entrant) const {
  return rating_reach(error(entrant), deals[static_cast<std::size_t>(entrant)]);
}

double rating_reach(double error, int deals) {
  return student_quantile(std::max(1, deals - 1)) * error;
}

namespace {

/// Where the likelihood of these matches is largest, and the scores of their deals there.
template <class Solver>
std::pair<Maximum<Solver>, DealScores> fitted(const Outcomes& outcomes,
                                              const std::stop_token& stop = {}) {
  const std::vector<std::uint32_t> order = outcomes.in_order();
  auto maximum = maximise<Solver>(
      outcomes.entrants(),
      [&](const Eigen::VectorXd& strengths) { return likelihood(outcomes, order, strengths); },
      stop);
  const Eigen::VectorXd weights = maximum.strengths.array().exp();
  return {std::move(maximum), deal_scores(outcomes, order, weights)};
}

template <class Solver>
std::pair<Maximum<Solver>, DealScores> fitted(int entrants, std::span<const PairTotals> pairs,
                                              const std::stop_token& stop = {}) {
  auto maximum = maximise<Solver>(
      entrants, [&](const Eigen::VectorXd& strengths) { return likelihood(pairs, strengths); },
      stop);
  DealScores scores = deal_scores(pairs, maximum.strengths);
  return {std::move(maximum), std::move(scores)};
}

}  // namespace

Ratings rate(const Outcomes& outcomes, const std::optional<Anchor>& anchor,
             const std::stop_token& stop) {
  auto [maximum, scores] = fitted<Exact>(outcomes, stop);
  return ratings_at(maximum, std::move(scores), anchor, stop);
}

Ratings rate(int entrants, std::span<const PairTotals> pairs, const std::optional<Anchor>& anchor,
             const std::stop_token& stop) {
  auto [maximum, scores] = fitted<Exact>(entrants, pairs, stop);
  return ratings_at(maximum, std::move(scores), anchor, stop);
}

QuickRatings rate_quickly(const Outcomes& outcomes) {
  const auto [maximum, scores] = fitted<Quick>(outcomes);
  return quick_ratings_at(maximum, scores);
}

QuickRatings rate_quickly(int entrants, std::span<const PairTotals> pairs) {
  const auto [maximum, scores] = fitted<Quick>(entrants, pairs);
  return quick_ratings_at(maximum, scores);
}

EloDifference difference(const Ratings& ratings, int a, int b) {
  const SquareMatrix& covariance = ratings.covariance;
  const double variance = covariance(a, a) + covariance(b, b) - 2 * covariance(a, b);
  return {ratings.elo[static_cast<std::size_t>(a)] - ratings.elo[static_cast<std::size_t>(b)],
          std::sqrt(std::max(0.0, variance))};
}

double superiority(const Ratings& ratings, int a, int b) {
  const auto [elo, error] = difference(ratings, a, b);
  if (error == 0) return elo == 0 ? 0.5 : (elo > 0 ? 1 : 0);
  return boost::math::cdf(boost::math::normal(), elo / error);
}

}  // namespace arena
