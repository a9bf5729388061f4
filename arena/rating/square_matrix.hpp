// A square table of numbers, by row and column. Results are given as such, so that only the files
// that compute include Eigen, which takes the compiler seconds to read.
#pragma once

#include <cstddef>
#include <vector>

namespace arena {

class SquareMatrix {
 public:
  SquareMatrix() = default;
  /// All 0.
  explicit SquareMatrix(int size)
      : size_(size), values_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)) {}

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] double operator()(int row, int column) const { return values_[at(row, column)]; }
  double& operator()(int row, int column) { return values_[at(row, column)]; }
  /// Column after column.
  [[nodiscard]] const double* data() const { return values_.data(); }
  [[nodiscard]] double* data() { return values_.data(); }

 private:
  [[nodiscard]] std::size_t at(int row, int column) const {
    return static_cast<std::size_t>(column) * static_cast<std::size_t>(size_) +
           static_cast<std::size_t>(row);
  }
  int size_ = 0;
  std::vector<double> values_;
};

}  // namespace arena
