// Seats and sets of seats.
// A seat is a place at the table. At most 16 seats are numbered from 0 in the order of play.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>

namespace arena {

using Seat = int;

inline constexpr int most_seats = 16;

/// A set of seats, iterated in ascending order.
class Seats {
 public:
  constexpr Seats() = default;
  constexpr Seats(std::initializer_list<Seat> seats) {
    for (Seat seat : seats) insert(seat);
  }

  /// Seats 0 to count-1.
  static constexpr Seats first(int count) {
    Seats seats;
    seats.bits_ = (1U << static_cast<unsigned>(count)) - 1;
    return seats;
  }
  /// Seat s is in the set if bit s of `bits` is set.
  static constexpr Seats of_bits(std::uint32_t bits) {
    Seats seats;
    seats.bits_ = bits;
    return seats;
  }
  static constexpr Seats only(Seat seat) {
    Seats seats;
    seats.insert(seat);
    return seats;
  }

  constexpr void insert(Seat seat) { bits_ |= 1U << static_cast<unsigned>(seat); }
  constexpr void erase(Seat seat) { bits_ &= ~(1U << static_cast<unsigned>(seat)); }
  [[nodiscard]] constexpr bool contains(Seat seat) const {
    return ((bits_ >> static_cast<unsigned>(seat)) & 1U) != 0;
  }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr int size() const { return std::popcount(bits_); }
  /// The lowest seat. REQUIRES: !empty().
  [[nodiscard]] constexpr Seat front() const { return std::countr_zero(bits_); }

  class Iterator {
   public:
    constexpr explicit Iterator(std::uint32_t bits) : bits_(bits) {}
    constexpr Seat operator*() const { return std::countr_zero(bits_); }
    constexpr Iterator& operator++() {
      bits_ &= bits_ - 1;
      return *this;
    }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    std::uint32_t bits_;
  };
  [[nodiscard]] constexpr Iterator begin() const { return Iterator(bits_); }
  [[nodiscard]] constexpr Iterator end() const { return Iterator(0); }

  constexpr bool operator==(const Seats&) const = default;

 private:
  std::uint32_t bits_ = 0;
};

}  // namespace arena
