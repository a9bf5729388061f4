// Finds the n-th member of a set of small numbers that are the bits of one machine word.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace arena::bits {

/// The position of the n-th set bit, counted from 0. REQUIRES: 0 <= n < popcount(set).
inline int nth(std::uint64_t set, int n) {
#if defined(__BMI2__)
  return std::countr_zero(_pdep_u64(std::uint64_t{1} << static_cast<unsigned>(n), set));
#else
  int position = 0;
  for (int width = 32; width > 0; width /= 2) {
    const auto low = (set >> static_cast<unsigned>(position)) &
                     ((std::uint64_t{1} << static_cast<unsigned>(width)) - 1);
    const int count = std::popcount(low);
    const bool above = n >= count;
    position += above ? width : 0;
    n -= above ? count : 0;
  }
  return position;
#endif
}

/// The positions of the set bits in ascending order, as a sized, indexable range.
class Positions {
 public:
  constexpr explicit Positions(std::uint64_t set) : set_(set) {}
  [[nodiscard]] constexpr std::size_t size() const {
    return static_cast<std::size_t>(std::popcount(set_));
  }
  /// REQUIRES: index < size().
  int operator[](std::size_t index) const { return nth(set_, static_cast<int>(index)); }

 private:
  std::uint64_t set_;
};

}  // namespace arena::bits
