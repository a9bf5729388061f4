// What a search knows of the moves of one seat in one node, and how it picks one of them: by PUCT
// if the seat decides alone, by regret matching if others decide at the same time. No game here.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "arena/core/payoff.hpp"
#include "arena/core/rng.hpp"

namespace arena::search {

/// The number of iterations, and what they brought in all.
struct Results {
  std::uint32_t visits = 0;
  Payoff sum{};

  void add(const Payoff& payoff) {
    ++visits;
    sum += payoff;
  }
  /// REQUIRES: visits > 0.
  [[nodiscard]] double mean(double win) const { return sum.worth(win) / visits; }
};

/// The spread of numbers (Welford 1962).
class Spread {
 public:
  void add(double number) {
    const double distance = number - mean_;
    mean_ += distance / ++count_;
    squares_ += distance * (number - mean_);
    if (squares_ > 0) deviation_ = std::sqrt(squares_ / (count_ - 1));
  }
  /// The standard deviation; 1 as long as all numbers are equal.
  [[nodiscard]] double deviation() const { return deviation_; }

 private:
  double count_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // the sum of the squared distances from the mean
  double deviation_ = 1;
};

template <class Move>
struct Arm {
  Move move;
  double prior = 1;
  Results results{};
  double regret = 0;
  double played = 0;  // sum of the probabilities with which regret matching played it
};

using ArmIndex = std::uint32_t;
using ArmIndices = std::vector<ArmIndex>;

/// A number in [0, 1), of 2^30 equal steps.
inline double fraction(Rng& rng) {
  constexpr std::uint32_t steps = 1U << 30U;
  return rng.below(steps) / static_cast<double>(steps);
}

template <class Move>
struct Choice {
  Results results{};
  std::vector<Arm<Move>> arms{};

  /// The arm of this move, which is added if it is new.
  ArmIndex arm_of(const Move& move) {
    const auto known = std::ranges::find(arms, move, &Arm<Move>::move);
    const auto index = static_cast<ArmIndex>(known - arms.begin());
    if (known == arms.end()) arms.push_back({move});
    return index;
  }

  /// PUCT (Rosin 2011) among the legal arms. What was not tried yet counts as all arms together.
  /// `win` is as for Payoff, and `exploration` is in points. REQUIRES: !legal.empty().
  [[nodiscard]] ArmIndex best(const ArmIndices& legal, double win, double exploration) const {
    double priors = 0;
    std::uint32_t visits = 1;
    for (const ArmIndex index : legal) {
      priors += arms[index].prior;
      visits += arms[index].results.visits;
    }
    const double untried = results.visits == 0 ? 0 : results.mean(win);
    const double wish = exploration * std::sqrt(visits) / priors;
    const auto rank = [&](ArmIndex index) {
      const Arm<Move>& arm = arms[index];
      const double mean = arm.results.visits == 0 ? untried : arm.results.mean(win);
      return mean + wish * arm.prior / (1 + arm.results.visits);
    };
    return *std::ranges::max_element(legal, {}, rank);
  }

  /// Regret matching among the legal arms, each of which it plays with a probability of at least
  /// `mixed_in` divided by their number. REQUIRES: !legal.empty().
  ArmIndex matched(const ArmIndices& legal, double mixed_in, Rng& rng) {
    double regrets = 0;
    for (const ArmIndex index : legal) regrets += std::max(arms[index].regret, 0.0);
    const double equal = 1.0 / static_cast<double>(legal.size());
    double left = fraction(rng);
    ArmIndex chosen = legal.back();
    for (const ArmIndex index : legal) {
      const double share = regrets > 0 ? std::max(arms[index].regret, 0.0) / regrets : equal;
      arms[index].played += share;
      const double before = left;
      left -= (1 - mixed_in) * share + mixed_in * equal;
      if (before >= 0 && left < 0) chosen = index;
    }
    return chosen;
  }
};

}  // namespace arena::search
