// Sides: seats that win or lose together, such as two pairs of partners.
#pragma once

#include <string>
#include <vector>

#include "arena/core/seat.hpp"

namespace arena {

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
