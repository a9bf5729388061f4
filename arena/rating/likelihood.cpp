#include "arena/rating/likelihood.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "arena/rating/plackett_luce.hpp"

namespace arena {

namespace {

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

Likelihood none(Eigen::Index entrants) {
  return {0, Eigen::VectorXd::Zero(entrants), Eigen::MatrixXd::Zero(entrants, entrants)};
}

/// Adds what the matches leave out. `information` has only what is below the diagonal.
void complete(const Eigen::VectorXd& strengths, Likelihood& sum) {
  // A choice depends on differences of strengths alone, so all rows add up to 0.
  sum.information.triangularView<Eigen::StrictlyUpper>() = sum.information.transpose();
  sum.information.diagonal() = -sum.information.rowwise().sum();
  add_virtual_draws(strengths, sum);
}

}  // namespace

Likelihood likelihood(const Outcomes& outcomes, const std::vector<std::uint32_t>& order,
                      const Eigen::VectorXd& strengths) {
  const Eigen::VectorXd weights = strengths.array().exp();
  Likelihood sum = none(strengths.size());
  Choices choices;
  for (const std::uint32_t match : order)
    add_match(outcomes[match], choices, strengths, weights, sum);
  complete(strengths, sum);
  return sum;
}

double expected_points(const Eigen::VectorXd& strengths, int a, int b) {
  return 1 / (1 + std::exp(strengths[b] - strengths[a]));
}

Likelihood likelihood(std::span<const PairTotals> pairs, const Eigen::VectorXd& strengths) {
  Likelihood sum = none(strengths.size());
  for (const PairTotals& pair : pairs) {
    const double expected = expected_points(strengths, pair.a, pair.b);
    const double apart = strengths[pair.a] - strengths[pair.b];
    // The logarithms of the shares that both expect, for large differences too.
    const double log_win = -std::log1p(std::exp(-std::abs(apart))) + std::min(apart, 0.0);
    sum.value += pair.matches * (log_win - apart) + pair.points * apart;
    const double more = pair.points - pair.matches * expected;
    sum.slope[pair.a] += more;
    sum.slope[pair.b] -= more;
    sum.information(std::max(pair.a, pair.b), std::min(pair.a, pair.b)) -=
        pair.matches * expected * (1 - expected);
  }
  complete(strengths, sum);
  return sum;
}

}  // namespace arena
