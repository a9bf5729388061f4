// What a stream that is not full yet is worth: its mean score, if a run ended before each slot
// independently of the others. How likely it ends in a gap was learned by bench/learn_outlook.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "games/streams/gaps.hpp"
#include "games/streams/stream.hpp"

namespace arena::streams {

/// How much a gap urges a run to end in it: any number; the higher, the likelier it does.
struct Urges {
  // The surplus of a gap is how many more cards are expected there than it has slots.
  static constexpr int least_surplus = -5;
  static constexpr int most_surplus = 7;

  /// By the slots of the gap, from 1, and by its surplus, from the least; between whole numbers it
  /// is interpolated.
  std::array<std::array<double, most_surplus - least_surplus + 1>, slot_count> by_length{};
  // What is added by the number of cards to come, from 1, and for each card of surplus.
  std::array<double, slot_count> late{};
  std::array<double, slot_count> surplus_late{};

  [[nodiscard]] double of(int length, double surplus, int to_come) const;
};

extern const Urges learned_urges;

/// A surplus between two whole numbers, from the least.
struct Between {
  std::size_t below = 0;
  double share = 0;  // of the number above
};
inline Between between(double surplus) {
  const double above_least = std::clamp(surplus - Urges::least_surplus, 0.0,
                                        Urges::most_surplus - Urges::least_surplus - 1e-6);
  const auto below = static_cast<std::size_t>(above_least);
  return {below, above_least - static_cast<double>(below)};
}

/// `left`: the cards from which the next ones come. `to_come`: how many do, from 1 to all of them.
double surplus_of(const Gap& gap, const Cards& left, int to_come);

/// The probability of an end before each slot of a gap with this urge, and after its last one.
inline double chance_of(double urge) { return 0.5 + 0.5 * urge / std::sqrt(1 + urge * urge); }

using Breaks = std::array<double, slot_count + 1>;

/// How likely a run ends before each slot. At both ends of the stream, one ends surely.
Breaks breaks_of(const Stream& stream, const Cards& left, const Urges& urges);

double mean_score(const Breaks& breaks);

/// The points with which a stream may be expected to end; its score if no slot is free. The same on
/// every machine.
double outlook(const Stream& stream, const Cards& left, const Urges& urges = learned_urges);

}  // namespace arena::streams
