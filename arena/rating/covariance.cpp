#include "arena/rating/covariance.hpp"

#include <algorithm>
#include <array>

#include "arena/rating/likelihood.hpp"
#include "arena/rating/plackett_luce.hpp"

namespace arena {

namespace {

constexpr double added_spread = 0.5;          // c
constexpr std::size_t few_entrants = 48;      // of a deal: adding pair by pair is faster
constexpr Eigen::Index deals_of_block = 256;  // of deals with more entrants

/// Adds the derivative of a match's log-likelihood to `score`.
void add_score(const MatchOutcome& match, Choices& choices, const Eigen::VectorXd& weights,
               Eigen::VectorXd& score) {
  std::array<double, Outcomes::most_seats> chosen;  // how often, expected
  for (std::size_t k = 0; k < match.entrants.size(); ++k) chosen[k] = 0;
  choices.visit(match.groups, [&](std::span<const Choices::Position> set, double share) {
    double sum = 0;
    for (const auto k : set) sum += weights[match.entrants[k]];
    for (const auto k : set) chosen[k] += share * weights[match.entrants[k]] / sum;
  });
  for (std::size_t k = 0; k < match.entrants.size(); ++k) score[match.entrants[k]] += 1 - chosen[k];
}

/// The sum over deals of s s^T, in the lower triangle.
class DealProducts {
 public:
  explicit DealProducts(Eigen::Index entrants)
      : products_(Eigen::MatrixXd::Zero(entrants, entrants)) {}

  /// `entrants`: those with a score, in any fixed order.
  void add(const Eigen::VectorXd& scores, const std::vector<std::uint32_t>& entrants) {
    if (entrants.size() > few_entrants) {
      if (block_.size() == 0) block_.resize(scores.size(), deals_of_block);
      block_.col(in_block_++) = scores;
      if (in_block_ == deals_of_block) add_block();
      return;
    }
    for (const std::uint32_t a : entrants) {
      for (const std::uint32_t b : entrants) {
        if (a >= b) products_(a, b) += scores[a] * scores[b];
      }
    }
  }

  Eigen::MatrixXd take() {
    if (in_block_ > 0) add_block();
    return std::move(products_);
  }

 private:
  void add_block() {
    products_.selfadjointView<Eigen::Lower>().rankUpdate(block_.leftCols(in_block_));
    in_block_ = 0;
  }

  Eigen::MatrixXd products_;
  Eigen::MatrixXd block_;
  Eigen::Index in_block_ = 0;
};

}  // namespace

DealScores deal_scores(const Outcomes& outcomes, const std::vector<std::uint32_t>& order,
                       const Eigen::VectorXd& weights) {
  DealScores result;
  result.deals_of.resize(static_cast<std::size_t>(outcomes.entrants()));
  DealProducts products(outcomes.entrants());
  Choices choices;
  Eigen::VectorXd score = Eigen::VectorXd::Zero(outcomes.entrants());
  std::vector<std::uint32_t> seated;
  std::vector<bool> is_seated(static_cast<std::size_t>(outcomes.entrants()));
  for (std::size_t next = 0; next < order.size(); ++next) {
    const MatchOutcome match = outcomes[order[next]];
    add_score(match, choices, weights, score);
    for (const std::uint32_t entrant : match.entrants) {
      if (!is_seated[entrant]) seated.push_back(entrant);
      is_seated[entrant] = true;
    }
    if (next + 1 < order.size() && outcomes[order[next + 1]].deal == match.deal) continue;
    products.add(score, seated);
    ++result.deals;
    for (const std::uint32_t entrant : seated) {
      ++result.deals_of[entrant];
      score[entrant] = 0;
      is_seated[entrant] = false;
    }
    seated.clear();
  }
  result.products = products.take();
  return result;
}

DealScores deal_scores(std::span<const PairTotals> pairs, const Eigen::VectorXd& strengths) {
  const Eigen::Index entrants = strengths.size();
  DealScores result{Eigen::MatrixXd::Zero(entrants, entrants), 0,
                    std::vector<int>(static_cast<std::size_t>(entrants))};
  for (const PairTotals& pair : pairs) {
    const double expected =
        pair.matches_of_a_deal() * expected_points(strengths, pair.a, pair.b);  // of a deal
    const double squares = std::max(
        0.0, pair.points_squares - 2 * expected * pair.points + pair.deals * expected * expected);
    result.products(pair.a, pair.a) += squares;
    result.products(pair.b, pair.b) += squares;
    result.products(std::max(pair.a, pair.b), std::min(pair.a, pair.b)) -= squares;
    result.deals += pair.deals;
    for (const int entrant : {pair.a, pair.b})
      result.deals_of[static_cast<std::size_t>(entrant)] += pair.deals;
  }
  return result;
}

Eigen::MatrixXd sandwich(const Eigen::MatrixXd& information,
                         const Eigen::LLT<Eigen::MatrixXd>& factor, const DealScores& scores) {
  const double factor_of_few =
      scores.deals > 1 ? static_cast<double>(scores.deals) / (scores.deals - 1) : 1;
  const Eigen::VectorXd shrink =
      (added_spread / (added_spread + information.diagonal().array())).sqrt();
  Eigen::MatrixXd middle = scores.products.selfadjointView<Eigen::Lower>();
  middle *= factor_of_few;
  middle += shrink.asDiagonal() * information * shrink.asDiagonal();
  factor.solveInPlace(middle);
  middle.transposeInPlace();
  factor.solveInPlace(middle);
  return middle;
}

}  // namespace arena
