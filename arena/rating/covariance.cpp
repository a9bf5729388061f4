#include "arena/rating/covariance.hpp"

#include <algorithm>
#include <array>
#include <cmath>

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

/// All matches of one deal.
struct Deal {
  std::span<const std::uint32_t> matches;  // some of Outcomes::in_order
  std::vector<std::uint32_t> entrants;     // each once, in the order of their numbers
};

/// Deals of the same entrants, a pairing, stand one after the other.
std::vector<Deal> deals_by_pairing(const Outcomes& outcomes,
                                   const std::vector<std::uint32_t>& order) {
  std::vector<Deal> deals;
  for (auto begin = order.begin(); begin != order.end();) {
    const std::uint32_t number = outcomes[*begin].deal;
    const auto end = std::find_if(
        begin, order.end(), [&](std::uint32_t match) { return outcomes[match].deal != number; });
    Deal& deal = deals.emplace_back(Deal{std::span(begin, end), {}});
    for (const std::uint32_t match : deal.matches) {
      const auto seated = outcomes[match].entrants;
      deal.entrants.insert(deal.entrants.end(), seated.begin(), seated.end());
    }
    std::ranges::sort(deal.entrants);
    const auto repeated = std::ranges::unique(deal.entrants);
    deal.entrants.erase(repeated.begin(), repeated.end());
    begin = end;
  }
  std::ranges::stable_sort(deals, {}, &Deal::entrants);
  return deals;
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

/// G / (G - 1).
double factor_of_few(double deals) { return deals > 1 ? deals / (deals - 1) : 1; }

/// Adds up the deals of one pairing after the other.
class PairingScores {
 public:
  /// `deals`: of all pairings together.
  PairingScores(const Outcomes& outcomes, const Eigen::VectorXd& weights, std::size_t deals)
      : outcomes_(outcomes),
        weights_(weights),
        all_deals_(static_cast<double>(deals)),
        score_(Eigen::VectorXd::Zero(weights.size())),
        mean_(score_),
        products_(weights.size()) {}

  void add(std::span<const Deal> pairing) {
    const std::vector<std::uint32_t>& entrants = pairing.front().entrants;
    const auto deals = static_cast<double>(pairing.size());
    double before = 0;
    for (const Deal& deal : pairing) {
      for (const std::uint32_t match : deal.matches)
        add_score(outcomes_[match], choices_, weights_, score_);
      // Squared distances to the mean so far, so weighted, sum up to those to the mean of all
      // (Welford 1962).
      const double weight =
          deals > 1 ? factor_of_few(deals) * before / (before + 1) : factor_of_few(all_deals_);
      ++before;
      for (const std::uint32_t entrant : entrants) {
        const double distance = score_[entrant] - mean_[entrant];
        mean_[entrant] += distance / before;
        score_[entrant] = std::sqrt(weight) * distance;
      }
      products_.add(score_, entrants);
      for (const std::uint32_t entrant : entrants) score_[entrant] = 0;
    }
    for (const std::uint32_t entrant : entrants) mean_[entrant] = 0;
  }

  Eigen::MatrixXd take() { return products_.take(); }

 private:
  const Outcomes& outcomes_;
  const Eigen::VectorXd& weights_;
  double all_deals_;
  Choices choices_;
  Eigen::VectorXd score_;  // of a deal; 0 between deals
  Eigen::VectorXd mean_;   // of a pairing's deals so far; 0 between pairings
  DealProducts products_;
};

}  // namespace

DealScores deal_scores(const Outcomes& outcomes, const std::vector<std::uint32_t>& order,
                       const Eigen::VectorXd& weights) {
  const std::vector<Deal> deals = deals_by_pairing(outcomes, order);
  DealScores result{{}, std::vector<int>(static_cast<std::size_t>(outcomes.entrants()))};
  PairingScores scores(outcomes, weights, deals.size());
  for (auto pairing = deals.begin(); pairing != deals.end();) {
    const auto end = std::find_if(
        pairing, deals.end(), [&](const Deal& deal) { return deal.entrants != pairing->entrants; });
    scores.add(std::span(pairing, end));
    for (const std::uint32_t entrant : pairing->entrants)
      result.deals_of[entrant] += static_cast<int>(end - pairing);
    pairing = end;
  }
  result.products = scores.take();
  return result;
}

DealScores deal_scores(std::span<const PairTotals> pairs, const Eigen::VectorXd& strengths) {
  const Eigen::Index entrants = strengths.size();
  DealScores result{Eigen::MatrixXd::Zero(entrants, entrants),
                    std::vector<int>(static_cast<std::size_t>(entrants))};
  double all_deals = 0;
  for (const PairTotals& pair : pairs) all_deals += pair.deals;
  for (const PairTotals& pair : pairs) {
    const bool has_mean = pair.deals > 1;
    const double centre =
        has_mean ? pair.points / pair.deals
                 : pair.matches_of_a_deal() * expected_points(strengths, pair.a, pair.b);
    const double squares = factor_of_few(has_mean ? pair.deals : all_deals) *
                           std::max(0.0, pair.points_squares - 2 * centre * pair.points +
                                             pair.deals * centre * centre);
    result.products(pair.a, pair.a) += squares;
    result.products(pair.b, pair.b) += squares;
    result.products(std::max(pair.a, pair.b), std::min(pair.a, pair.b)) -= squares;
    for (const int entrant : {pair.a, pair.b})
      result.deals_of[static_cast<std::size_t>(entrant)] += pair.deals;
  }
  return result;
}

namespace {

/// D of the addition D I D.
Eigen::VectorXd shrink_of(const Eigen::MatrixXd& information) {
  return (added_spread / (added_spread + information.diagonal().array())).sqrt();
}

}  // namespace

Eigen::VectorXd middle_diagonal(const Eigen::MatrixXd& information, const DealScores& scores) {
  return scores.products.diagonal().array() +
         shrink_of(information).array().square() * information.diagonal().array();
}

Eigen::MatrixXd sandwich(const Eigen::MatrixXd& information,
                         const Eigen::LLT<Eigen::MatrixXd>& factor, const DealScores& scores) {
  const Eigen::VectorXd shrink = shrink_of(information);
  Eigen::MatrixXd middle = scores.products.selfadjointView<Eigen::Lower>();
  middle += shrink.asDiagonal() * information * shrink.asDiagonal();
  factor.solveInPlace(middle);
  middle.transposeInPlace();
  factor.solveInPlace(middle);
  return middle;
}

}  // namespace arena
