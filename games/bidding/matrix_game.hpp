// Zero-sum games told by a matrix: what the row player wins of the column player, and both choose
// at once. Gives the value of the game and a best mixed choice for each side, by a small simplex of
// its own: games of this size take a microsecond, which a general solver of linear programs spends
// on setting one up. Only the basic operations of doubles, in a fixed order: the same bits on every
// machine.
#pragma once

#include <array>
#include <cstddef>

#include "arena/core/fixed_vector.hpp"

namespace arena::bidding {

inline constexpr int most_choices = 13;

/// Probabilities by choice; they are none below 0 and add up to 1.
using Mixture = FixedVector<double, most_choices>;

class PayMatrix {
 public:
  /// All 0. REQUIRES: 1 to most_choices each.
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

/// Whatever the other side chooses, `row` wins the value or more on average, and `column` loses no
/// more than that; but for rounding, which the tests bound by 1e-9 of the largest difference of
/// payments. Of several best mixtures it is always the same one. REQUIRES: finite payments.
MatrixSolution solve(const PayMatrix& game);

/// The value alone; the same bits as that of `solve`.
double value_of(const PayMatrix& game);

}  // namespace arena::bidding
