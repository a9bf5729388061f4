#include "games/bidding/matrix_game.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace arena::bidding {

namespace {

// Rounding leaves entries of about 1e-15 where the exact result is 0.
constexpr double least_gain = 1e-13;   // of an entering variable
constexpr double least_pivot = 1e-10;  // smallest divisor
constexpr int patience = 40;           // pivots before it uses Bland's rule, which never cycles
constexpr int most_pivots = 2000;

struct Range {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
};

Range range_of(const PayMatrix& game) {
  Range range;
  for (int row = 0; row < game.rows(); ++row) {
    for (int column = 0; column < game.columns(); ++column) {
      range.least = std::min(range.least, game.at(row, column));
      range.most = std::max(range.most, game.at(row, column));
    }
  }
  return range;
}

/// A pair of choices that neither side would change alone, if there is one.
struct Saddle {
  bool found = false;
  int row = 0;
  int column = 0;
};

Saddle find_saddle(const PayMatrix& game) {
  Saddle saddle;
  double sure = -std::numeric_limits<double>::infinity();
  for (int row = 0; row < game.rows(); ++row) {
    double least = game.at(row, 0);
    for (int column = 1; column < game.columns(); ++column)
      least = std::min(least, game.at(row, column));
    if (least > sure) {
      sure = least;
      saddle.row = row;
    }
  }
  double bound = std::numeric_limits<double>::infinity();
  for (int column = 0; column < game.columns(); ++column) {
    double most = game.at(0, column);
    for (int row = 1; row < game.rows(); ++row) most = std::max(most, game.at(row, column));
    if (most < bound) {
      bound = most;
      saddle.column = column;
    }
  }
  saddle.found = sure >= bound;
  return saddle;
}

/// The linear program of the column player, in condensed form. All payments are made positive; then
/// it maximises the sum of weights y >= 0 such that no row pays more than 1. The value of the game
/// is 1 / sum. y * value is the column player's mixture; the final costs of the rows' slacks, times
/// the value, are the row player's mixture.
class Simplex {
 public:
  explicit Simplex(const PayMatrix& game) : rows_(game.rows()), columns_(game.columns()) {
    const Range range = range_of(game);
    least_ = range.least;
    scale_ = range.most > range.least ? std::ldexp(1.0, std::ilogb(range.most - range.least)) : 1;
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column)
        at(row, column) = (game.at(row, column) - least_) / scale_ + 1;
      at(row, columns_) = 1;
      basic_[static_cast<std::size_t>(row)] = columns_ + row;
    }
    for (int column = 0; column < columns_; ++column) {
      at(rows_, column) = -1;
      free_[static_cast<std::size_t>(column)] = column;
    }
    at(rows_, columns_) = 0;
    optimise();
  }

  [[nodiscard]] double value() const { return (1 / at(rows_, columns_) - 1) * scale_ + least_; }

  [[nodiscard]] Mixture row_mixture() const {
    std::array<double, most_choices> weights{};
    for (int column = 0; column < columns_; ++column) {
      const int variable = free_[static_cast<std::size_t>(column)];
      if (variable >= columns_)
        weights[static_cast<std::size_t>(variable - columns_)] = at(rows_, column);
    }
    return mixture(weights, rows_);
  }

  [[nodiscard]] Mixture column_mixture() const {
    std::array<double, most_choices> weights{};
    for (int row = 0; row < rows_; ++row) {
      const int variable = basic_[static_cast<std::size_t>(row)];
      if (variable < columns_) weights[static_cast<std::size_t>(variable)] = at(row, columns_);
    }
    return mixture(weights, columns_);
  }

 private:
  static constexpr std::size_t stride = most_choices + 1;
  static constexpr int none = -1;

  double& at(int row, int column) {
    return table_[static_cast<std::size_t>(row) * stride + static_cast<std::size_t>(column)];
  }
  [[nodiscard]] double at(int row, int column) const {
    return table_[static_cast<std::size_t>(row) * stride + static_cast<std::size_t>(column)];
  }

  void optimise() {
    for (int pivots = 0; pivots < most_pivots; ++pivots) {
      const bool careful = pivots >= patience;
      const int column = entering(careful);
      if (column == none) return;
      pivot(leaving(column), column);
    }
    throw std::logic_error("a matrix game whose solution does not end");
  }

  /// The column with the largest gain; if `careful`, the column of the lowest variable with any
  /// gain. Skips a column without an entry to divide by: its gain is only rounding.
  [[nodiscard]] int entering(bool careful) const {
    int best = none;
    for (int column = 0; column < columns_; ++column) {
      if (at(rows_, column) >= -least_gain || leaving(column) == none) continue;
      const bool better = best == none || (careful ? free_[static_cast<std::size_t>(column)] <
                                                         free_[static_cast<std::size_t>(best)]
                                                   : at(rows_, column) < at(rows_, best));
      if (better) best = column;
    }
    return best;
  }

  /// The row that limits the column most; among equal rows, the one with the lowest variable.
  [[nodiscard]] int leaving(int column) const {
    int best = none;
    double limit = std::numeric_limits<double>::infinity();
    for (int row = 0; row < rows_; ++row) {
      if (at(row, column) <= least_pivot) continue;
      const double ratio = at(row, columns_) / at(row, column);
      const bool lower = best == none || basic_[static_cast<std::size_t>(row)] <
                                             basic_[static_cast<std::size_t>(best)];
      if (ratio < limit || (ratio == limit && lower)) {
        limit = ratio;
        best = row;
      }
    }
    return best;
  }

  void pivot(int row, int column) {
    const double by = 1 / at(row, column);
    for (int j = 0; j <= columns_; ++j) {
      if (j != column) at(row, j) *= by;
    }
    for (int i = 0; i <= rows_; ++i) {
      const double factor = at(i, column);
      if (i == row || factor == 0) continue;
      for (int j = 0; j <= columns_; ++j) {
        if (j != column) at(i, j) -= factor * at(row, j);
      }
      at(i, column) = -factor * by;
    }
    at(row, column) = by;
    std::swap(basic_[static_cast<std::size_t>(row)], free_[static_cast<std::size_t>(column)]);
  }

  static Mixture mixture(const std::array<double, most_choices>& weights, int choices) {
    double sum = 0;
    for (const double weight : weights) sum += std::max(weight, 0.0);
    Mixture mixture;
    for (int i = 0; i < choices; ++i)
      mixture.push_back(std::max(weights[static_cast<std::size_t>(i)], 0.0) / sum);
    return mixture;
  }

  int rows_;
  int columns_;
  double least_ = 0;
  double scale_ = 1;  // a power of two, so that division by it is exact
  std::array<double, stride * stride> table_{};
  // Variables: first the columns' weights, then the rows' slacks.
  std::array<int, most_choices> basic_{};  // by row
  std::array<int, most_choices> free_{};   // by column
};

Mixture only(int choice, int choices) {
  Mixture mixture;
  for (int i = 0; i < choices; ++i) mixture.push_back(i == choice ? 1 : 0);
  return mixture;
}

}  // namespace

MatrixSolution solve(const PayMatrix& game) {
  if (const Saddle saddle = find_saddle(game); saddle.found) {
    return {game.at(saddle.row, saddle.column), only(saddle.row, game.rows()),
            only(saddle.column, game.columns())};
  }
  const Simplex simplex(game);
  return {simplex.value(), simplex.row_mixture(), simplex.column_mixture()};
}

double value_of(const PayMatrix& game) {
  const Saddle saddle = find_saddle(game);
  return saddle.found ? game.at(saddle.row, saddle.column) : Simplex(game).value();
}

}  // namespace arena::bidding
