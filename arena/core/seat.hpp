// Seats, sets of seats, and sides: seats that win or lose together.
// A seat is a place at the table. At most 16 seats are numbered from 0 in the order of play.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

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

/// The sides of a table. Seat s is on side s % count(), so with two sides of two, partners sit
/// opposite each other. Without partners each seat is its own side.
class Sides {
 public:
  /// `count` is as in GameInfo: 0 without partners. REQUIRES: it divides `seats`.
  constexpr Sides(int seats, int count) : seats_(seats), count_(count == 0 ? seats : count) {}

  [[nodiscard]] constexpr int seats() const { return seats_; }
  [[nodiscard]] constexpr int count() const { return count_; }
  [[nodiscard]] constexpr int of(Seat seat) const { return seat % count_; }
  [[nodiscard]] constexpr int size() const { return seats_ / count_; }
  [[nodiscard]] constexpr bool has_partners() const { return count_ < seats_; }

  /// The sides of these seats.
  [[nodiscard]] constexpr Seats of(Seats seats) const {
    Seats sides;
    for (const Seat seat : seats) sides.insert(of(seat));
    return sides;
  }

 private:
  int seats_;
  int count_;
};

/// By seat: what players are called where they must not know each other. Partners share a name.
inline std::vector<std::string> neutral_names(const Sides& sides) {
  std::vector<std::string> names;
  for (Seat seat = 0; seat < sides.seats(); ++seat)
    names.push_back("player " + std::to_string(sides.of(seat) + 1));
  return names;
}

}  // namespace arena
