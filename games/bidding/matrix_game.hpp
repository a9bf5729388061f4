// Zero-sum games given by a matrix: both sides choose at once, and the entry is what the row player
// wins from the column player. Computes the value of the game and a best mixed choice for each side
// with a small simplex solver. Games of this size take a microsecond; a general solver needs that
// long to set up a linear program. It uses only basic operations on doubles, in a fixed order, so
// it gives the same bits on every machine.
#pragma once

#include <array>
#include <cstddef>

#include "arena/core/fixed_vector.hpp"

namespace arena::bidding {

inline constexpr int most_choices = 13;

/// Probabilities by choice: each is at least 0, and their sum is 1. There may be more choices than
/// in a matrix.
inline constexpr std::size_t most_mixed = 32;
using Mixture = FixedVector<double, most_mixed>;

class PayMatrix {
 public:
  /// All payments are 0. REQUIRES: 1 to most_choices rows and columns.
  PayMatrix(int rows, int columns) : rows_(rows), columns_(columns) {}

  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] int columns() const { return columns_; }
  double& at(int row, int column) { return pay_[index(row, column)]; }
  [[nodiscard]] double at(int row, int column) const { return pay_[index(row, column)]; }

 private:
  [[nodiscard]] static std::size_t index(int row, int column) {
    const int at = row * most_choices + column;
    return static_cast<std::size_t>(at);
  }
  int rows_;
  int columns_;
  std::array<double, static_cast<std::size_t>(most_choices* most_choices)> pay_{};
};

struct MatrixSolution {
  double value = 0;
  Mixture row;
  Mixture column;
};

/// Whatever the other side chooses, `row` wins at least the value on average, and `column` loses at
/// most the value. Rounding errors are within 1e-9 of the largest difference of payments (tested).
/// If several mixtures are best, it always returns the same one. REQUIRES: finite payments.
MatrixSolution solve(const PayMatrix& game);

/// Only the value, with the same bits as in `solve`.
double value_of(const PayMatrix& game);

}  // namespace arena::bidding
