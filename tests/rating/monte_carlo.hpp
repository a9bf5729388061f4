// Simulated pairs of bots, and how many wrong answers a method may give in so many runs.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <vector>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>

#include "report.hpp"

namespace arena::simulated {

/// So many of the runs may be wrong if a method is wrong with this probability, not less: it
/// exceeds this once in 10,000 times.
inline int most_wrong(int runs, double nominal) {
  using boost::math::binomial;
  return static_cast<int>(quantile(complement(binomial(runs, nominal), 1e-4)));
}

/// A distribution over few values.
struct Shares {
  std::vector<double> values;
  std::vector<double> chances;

  [[nodiscard]] double mean() const {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += chances[i] * values[i];
    return sum;
  }
  [[nodiscard]] double deviation() const {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      sum += chances[i] * std::pow(values[i] - mean(), 2);
    return std::sqrt(sum);
  }
};

/// Draws deals of one run.
class Deals {
 public:
  Deals(const Shares& shares, unsigned run)
      : values_(shares.values),
        index_(shares.chances.begin(), shares.chances.end()),
        generator_(run) {}
  double next() { return values_[index_(generator_)]; }

 private:
  std::vector<double> values_;
  std::discrete_distribution<std::size_t> index_;
  std::mt19937_64 generator_;
};

/// Two bots that play each deal twice with seats exchanged. A's margin in a game is its strength,
/// plus or minus the luck of the deal, plus luck of the game (deviation 1); a margin within
/// +- draw_width is a draw.
struct Bots {
  double strength = 0;
  double deal_luck = 1;  // its standard deviation
  double seat = 0;       // what the first seat is worth
  double draw_width = 0.2;

  /// Of the shares of a deal, exactly but for a sum over 400 kinds of deals.
  [[nodiscard]] Shares shares() const {
    const boost::math::normal normal;
    std::vector<double> chances(5);
    constexpr int kinds = 400;
    for (int kind = 0; kind < kinds; ++kind) {
      const double luck = seat + deal_luck * quantile(normal, (kind + 0.5) / kinds);
      const std::array<double, 3> first = game(strength + luck);
      const std::array<double, 3> second = game(strength - luck);
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) chances[i + j] += first[i] * second[j] / kinds;
      }
    }
    return {{0, 0.25, 0.5, 0.75, 1}, chances};
  }

  /// The same bots, with A so strong that its mean share is this.
  [[nodiscard]] Bots with_mean(double share) const {
    Bots bots = *this;
    double low = -10;
    double high = 10;
    for (int step = 0; step < 60; ++step) {
      bots.strength = (low + high) / 2;
      (bots.shares().mean() < share ? low : high) = bots.strength;
    }
    return bots;
  }

 private:
  /// The chances of a loss, a draw and a win.
  [[nodiscard]] std::array<double, 3> game(double margin) const {
    const boost::math::normal normal;
    const double loss = cdf(normal, -draw_width - margin);
    const double win = cdf(complement(normal, draw_width - margin));
    return {loss, 1 - loss - win, win};
  }
};

}  // namespace arena::simulated
