#include "arena/rating/transitivity.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace arena {

namespace {

constexpr double little = 1e-9;  // of the mean diagonal: strengths of a group have no origin

/// Calls visit(a, b, share) for all pairs a < b that met.
template <class Visit>
void for_each_pair(const PairShares& shares, Visit visit) {
  for (int a = 0; a < shares.entrants(); ++a) {
    for (int b = a + 1; b < shares.entrants(); ++b) {
      const PairShare share = shares(a, b);
      if (share.deals > 0) visit(a, b, share);
    }
  }
}

/// The least squares of strengths: their differences should equal the logits.
struct Gradient {
  explicit Gradient(const PairShares& shares) {
    const Eigen::Index size = shares.entrants();
    Eigen::MatrixXd laplacian = Eigen::MatrixXd::Zero(size, size);
    Eigen::VectorXd flow = Eigen::VectorXd::Zero(size);
    for_each_pair(shares, [&](int a, int b, const PairShare& share) {
      const double weight = share.deals;
      laplacian(a, b) -= weight;
      laplacian(b, a) -= weight;
      laplacian(a, a) += weight;
      laplacian(b, b) += weight;
      flow[a] += weight * share.logit();
      flow[b] -= weight * share.logit();
    });
    laplacian.diagonal().array() += little * (1 + laplacian.diagonal().mean());
    inverse = Eigen::LLT<Eigen::MatrixXd>(laplacian).solve(Eigen::MatrixXd::Identity(size, size));
    strengths = inverse * flow;
  }

  Eigen::MatrixXd inverse;
  Eigen::VectorXd strengths;
};

/// Sums of squares over pairs.
struct Squares {
  double all = 0;
  double left = 0;  // what strengths do not explain
  double all_by_chance = 0;
  double left_by_chance = 0;
};

Squares squares_of(const PairShares& shares) {
  const Gradient gradient(shares);
  const auto& inverse = gradient.inverse;
  Squares squares;
  for_each_pair(shares, [&](int a, int b, const PairShare& share) {
    const double weight = share.deals;
    const double logit = share.logit();
    const double left = logit - gradient.strengths[a] + gradient.strengths[b];
    const double variance = share.logit_error() * share.logit_error();
    // The part of its own error that the strengths follow.
    const double leverage = weight * (inverse(a, a) + inverse(b, b) - 2 * inverse(a, b));
    squares.all += weight * logit * logit;
    squares.left += weight * left * left;
    squares.all_by_chance += weight * variance;
    squares.left_by_chance += weight * variance * std::max(0.0, 1 - leverage);
  });
  return squares;
}

double explained(double left, double all) {
  return all > 0 ? std::clamp(1 - left / all, 0.0, 1.0) : 1;
}

/// The strongest cycles so far, the strongest first.
class Strongest {
 public:
  explicit Strongest(std::size_t most) : most_(most) {}

  [[nodiscard]] double needed() const {
    return cycles_.size() < most_ ? 0 : cycles_.back().weakest;
  }
  void add(const Cycle& cycle) {
    const auto place =
        std::ranges::upper_bound(cycles_, cycle.weakest, std::ranges::greater(), &Cycle::weakest);
    cycles_.insert(place, cycle);
    if (cycles_.size() > most_) cycles_.pop_back();
  }
  [[nodiscard]] std::vector<Cycle> take() { return std::move(cycles_); }

 private:
  std::size_t most_;
  std::vector<Cycle> cycles_;
};

/// By how many errors the row's entrant is better than the column's; 0 if they never met.
Eigen::MatrixXd sureness(const PairShares& shares) {
  Eigen::MatrixXd sure = Eigen::MatrixXd::Zero(shares.entrants(), shares.entrants());
  for_each_pair(shares, [&sure](int a, int b, const PairShare& share) {
    sure(a, b) = share.sureness();
    sure(b, a) = -share.sureness();
  });
  return sure;
}

}  // namespace

Transitivity transitivity(const PairShares& shares) {
  const Squares squares = squares_of(shares);
  return {explained(squares.left, squares.all),
          explained(std::max(0.0, squares.left - squares.left_by_chance),
                    squares.all - squares.all_by_chance)};
}

std::vector<Cycle> strongest_cycles(const PairShares& shares, std::size_t most) {
  if (most == 0) return {};
  const Eigen::MatrixXd sure = sureness(shares);
  Strongest strongest(most);
  for (int a = 0; a < shares.entrants(); ++a) {
    for (int b = a + 1; b < shares.entrants(); ++b) {
      if (sure(a, b) <= strongest.needed()) continue;
      for (int c = a + 1; c < shares.entrants(); ++c) {
        // Columns are what is near in memory.
        const double weakest = std::min({sure(a, b), -sure(c, b), sure(c, a)});
        if (weakest <= strongest.needed()) continue;
        strongest.add(
            {{a, b, c}, {shares(a, b).share, shares(b, c).share, shares(c, a).share}, weakest});
      }
    }
  }
  return strongest.take();
}

}  // namespace arena
