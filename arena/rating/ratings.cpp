#include "arena/rating/ratings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "arena/rating/covariance.hpp"
#include "arena/rating/plackett_luce.hpp"

namespace arena {

namespace {

const double elo_of_natural = 400 / std::log(10.0);
constexpr double precision = 1e-10;  // of strengths, in natural units
constexpr int most_steps = 200;
constexpr int most_halvings = 60;

/// The log-likelihood at some strengths, with what Newton's step needs.
struct Likelihood {
  double value = 0;
  Eigen::VectorXd slope;
  Eigen::MatrixXd information;
};

/// What a match adds; `information` gets only what is below the diagonal.
void add_match(const MatchOutcome& match, Choices& choices, const Eigen::VectorXd& strengths,
               const Eigen::VectorXd& weights, Likelihood& sum) {
  const std::size_t count = match.entrants.size();
  std::array<double, Outcomes::most_seats> weight;
  std::array<double, Outcomes::most_seats> chosen;
  std::array<double, Outcomes::most_seats * Outcomes::most_seats> both;
  for (std::size_t k = 0; k < count; ++k) {
    weight[k] = weights[match.entrants[k]];
    chosen[k] = 0;
    sum.value += strengths[match.entrants[k]];
  }
  std::fill_n(both.begin(), count * count, 0.0);
  choices.visit(match.groups, [&](std::span<const Choices::Position> set, double share) {
    double total = 0;
    for (const auto k : set) total += weight[k];
    sum.value -= share * std::log(total);
    for (std::size_t i = 0; i < set.size(); ++i) {
      const double chance = weight[set[i]] / total;
      chosen[set[i]] += share * chance;
      for (std::size_t j = 0; j < i; ++j)
        both[set[i] * count + set[j]] += share * chance * weight[set[j]] / total;
    }
  });
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t a = match.entrants[k];
    sum.slope[a] += 1 - chosen[k];
    for (std::size_t j = 0; j < count; ++j) {
      const std::uint32_t b = match.entrants[j];
      const double product = both[k * count + j];
      if (product != 0) sum.information(std::max(a, b), std::min(a, b)) -= product;
    }
  }
}

/// Half a win and half a loss of each entrant against strength 0.
void add_virtual_draws(const Eigen::VectorXd& strengths, Likelihood& sum) {
  for (Eigen::Index entrant = 0; entrant < strengths.size(); ++entrant) {
    const double half = strengths[entrant] / 2;
    const double tangent = std::tanh(half);
    sum.value -= std::log(2 * std::cosh(half));
    sum.slope[entrant] -= tangent / 2;
    sum.information(entrant, entrant) += (1 - tangent * tangent) / 4;
  }
}

Likelihood likelihood(const Outcomes& outcomes, const std::vector<std::uint32_t>& order,
                      const Eigen::VectorXd& strengths) {
  const Eigen::Index size = strengths.size();
  const Eigen::VectorXd weights = strengths.array().exp();
  Likelihood sum{0, Eigen::VectorXd::Zero(size), Eigen::MatrixXd::Zero(size, size)};
  Choices choices;
  for (const std::uint32_t match : order)
    add_match(outcomes[match], choices, strengths, weights, sum);
  // A choice depends on differences of strengths alone, so all rows add up to 0.
  sum.information.triangularView<Eigen::StrictlyUpper>() = sum.information.transpose();
  sum.information.diagonal() = -sum.information.rowwise().sum();
  add_virtual_draws(strengths, sum);
  return sum;
}

struct Maximum {
  Eigen::VectorXd strengths;
  Eigen::MatrixXd information;
  Eigen::LLT<Eigen::MatrixXd> factor;
};

/// Newton's method; a step is halved until the likelihood does not fall. The log-likelihood is
/// concave, strictly so by the virtual draws, so there is one maximum.
Maximum maximise(const Outcomes& outcomes, const std::vector<std::uint32_t>& order) {
  Eigen::VectorXd strengths = Eigen::VectorXd::Zero(outcomes.entrants());
  Likelihood here = likelihood(outcomes, order, strengths);
  for (int steps = 0; steps < most_steps; ++steps) {
    Eigen::LLT<Eigen::MatrixXd> factor(here.information);
    Eigen::VectorXd step = factor.solve(here.slope);
    if (step.cwiseAbs().maxCoeff() < precision)
      return {strengths + step, std::move(here.information), std::move(factor)};
    const double least = here.value - 1e-12 * std::abs(here.value);  // falls less by rounding alone
    for (int halvings = 0; halvings < most_halvings; ++halvings, step /= 2) {
      here = likelihood(outcomes, order, strengths + step);
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

}  // namespace

double Ratings::error(int entrant) const {
  return std::sqrt(std::max(0.0, covariance(entrant, entrant)));
}

EloInterval Ratings::interval(int entrant, double miss) const {
  const auto index = static_cast<std::size_t>(entrant);
  const boost::math::students_t student(std::max(1, deals[index] - 1));
  const double reach = boost::math::quantile(student, 1 - miss / 2) * error(entrant);
  return {elo[index] - reach, elo[index] + reach};
}

Ratings rate(const Outcomes& outcomes, const std::optional<Anchor>& anchor) {
  const std::vector<std::uint32_t> order = outcomes.in_order();
  const Maximum maximum = maximise(outcomes, order);
  const Eigen::VectorXd weights = maximum.strengths.array().exp();
  DealScores scores = deal_scores(outcomes, order, weights);
  Eigen::MatrixXd covariance = sandwich(maximum.information, maximum.factor, scores);
  const Scale scale(maximum.strengths.size(), anchor);
  const Eigen::VectorXd elo = scale.ratings(maximum.strengths);
  scale.transform(covariance);
  return {std::vector<double>(elo.begin(), elo.end()), symmetric(covariance),
          std::move(scores.deals_of)};
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

double expected_share(double elo_difference) {
  return 1 / (1 + std::pow(10.0, -elo_difference / 400));
}

}  // namespace arena
