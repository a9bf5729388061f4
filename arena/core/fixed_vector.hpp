// A vector of at most N elements, stored in place: it allocates nothing, and it is trivially
// copyable if T is. Every element after its end is T{}, so equal vectors of values without padding
// have equal bytes. Not for large or non-trivial elements.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

namespace arena {

template <class T, std::size_t N>
class FixedVector {
  static_assert(N <= 65535);
  using Size = std::conditional_t<(N < 256), std::uint8_t, std::uint16_t>;

 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  constexpr FixedVector() = default;
  constexpr FixedVector(std::initializer_list<T> items) {
    for (const T& item : items) push_back(item);
  }

  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] static constexpr std::size_t capacity() { return N; }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  [[nodiscard]] constexpr bool full() const { return size_ == N; }

  /// REQUIRES: !full().
  constexpr void push_back(const T& item) {
    assert(!full());
    items_[size_++] = item;
  }
  /// Adds `item` only if `really`, without a branch, for fast rules. REQUIRES: !full().
  constexpr void push_back_if(bool really, const T& item) {
    assert(!full());
    items_[size_] = really ? item : T{};
    size_ = static_cast<Size>(size_ + (really ? 1U : 0U));
  }
  /// REQUIRES: !empty().
  constexpr void pop_back() {
    assert(!empty());
    items_[--size_] = T{};
  }
  constexpr void pop_back_if(bool really) {
    assert(!really || !empty());
    size_ = static_cast<Size>(size_ - (really ? 1U : 0U));
    T& next = items_[really ? size_ : 0U];
    next = really ? T{} : next;
  }
  constexpr void clear() { *this = {}; }
  /// Further items are T{}. REQUIRES: this->size() <= size <= N.
  constexpr void grow(std::size_t size) {
    assert(size_ <= size && size <= N);
    size_ = static_cast<Size>(size);
  }

  constexpr T& operator[](std::size_t index) { return items_[index]; }
  constexpr const T& operator[](std::size_t index) const { return items_[index]; }
  /// REQUIRES: !empty().
  [[nodiscard]] constexpr const T& back() const { return items_[size_ - 1U]; }

  constexpr iterator begin() { return items_.data(); }
  constexpr iterator end() { return items_.data() + size_; }
  [[nodiscard]] constexpr const_iterator begin() const { return items_.data(); }
  [[nodiscard]] constexpr const_iterator end() const { return items_.data() + size_; }

  constexpr bool operator==(const FixedVector& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

 private:
  std::array<T, N> items_{};
  Size size_ = 0;
};

}  // namespace arena
