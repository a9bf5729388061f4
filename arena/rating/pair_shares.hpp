// What each entrant scored against each other one: the cross table. A share is 1 for a better
// place, 0.5 for the same, 0 for a worse one. The mean of a deal is one observation.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "arena/rating/outcomes.hpp"

namespace arena {

struct PairShare {
  int deals = 0;       // in which they met
  double share = 0.5;  // of the first one: the mean over deals
  /// The share with one more deal, a draw: never 0 or 1. 0.5 if they never met.
  double smoothed = 0.5;
  /// The standard error of `smoothed`, by the spread of the deals and one more deal, won or lost
  /// with that chance: few equal deals do not look certain. 0.5 if they never met.
  double error = 0.5;
  /// log(smoothed / (1 - smoothed)), in natural units: the difference of strengths of a pair alone.
  [[nodiscard]] double logit() const;
  /// Its standard error (delta method).
  [[nodiscard]] double logit_error() const { return error / (smoothed * (1 - smoothed)); }
  /// By how many standard errors the first one is better.
  [[nodiscard]] double sureness() const { return (smoothed - 0.5) / error; }
};

class PairShares {
 public:
  explicit PairShares(const Outcomes& outcomes);
  PairShares(int entrants, std::span<const PairTotals> pairs);

  [[nodiscard]] int entrants() const { return entrants_; }
  /// Of `a` against `b`. REQUIRES: a != b.
  [[nodiscard]] PairShare operator()(int a, int b) const;

 private:
  struct Sums {
    double shares = 0;
    double squares = 0;
    int deals = 0;
  };
  Sums& sums(std::size_t a, std::size_t b) {
    return sums_[a * static_cast<std::size_t>(entrants_) + b];
  }
  int entrants_;
  std::vector<Sums> sums_;  // by the lower entrant, then the higher one
};

}  // namespace arena
