// What a match brings each seat, as searches and learners count it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "arena/core/position.hpp"

namespace arena {

/// Of one match, or of several, added up.
struct Payoff {
  double points = 0;  // margin over the best other side; negative where fewer points are better
  double won = 0;     // 1 for a win, -1 for a loss, 0 for a draw or if the match is not over

  Payoff& operator+=(const Payoff& other) {
    points += other.points;
    won += other.won;
    return *this;
  }
  /// In points, if a win is worth `win` points.
  [[nodiscard]] double worth(double win) const { return points + win * won; }
};

using Payoffs = std::array<Payoff, most_seats>;  // by seat

/// The points by which the side of a seat leads the best other one, without those in `gone`; its
/// points if there is no other one. `scores` are by seat.
template <Game G>
int lead_of(const FixedVector<int, most_seats>& scores, Seat seat, Seats gone = {}) {
  constexpr int sign = G::info.more_is_better ? 1 : -1;
  const Sides sides = G::info.sides_of(static_cast<int>(scores.size()));
  std::optional<int> best;
  for (Seat other = 0; other < sides.count(); ++other) {
    const int score = sign * scores[static_cast<std::size_t>(other)];
    if (other != sides.of(seat) && !gone.contains(other))
      best = std::max(best.value_or(score), score);
  }
  return sign * scores[static_cast<std::size_t>(seat)] - best.value_or(0);
}

/// By seat: the lead of its side over the best other one that is not gone, and who won. `scores`,
/// by seat, are final only if the match is over.
template <Game G>
Payoffs payoffs_of(const Position<G>& now, const FixedVector<int, most_seats>& scores) {
  const bool decided = G::info.rank_by == RankBy::wins && now.over();
  const Sides sides = G::info.sides_of(now.seats);
  const Seats gone = sides.of(now.gone);
  Payoffs payoffs{};
  for (Seat seat = 0; seat < now.seats; ++seat) {
    const int lead = lead_of<G>(scores, seat, gone);
    Payoff& payoff = payoffs[static_cast<std::size_t>(seat)];
    payoff.points = lead;
    if (decided) {
      const bool lost = lead < 0 || gone.contains(sides.of(seat));
      payoff.won = lost ? -1 : lead > 0 ? 1 : 0;
    }
  }
  return payoffs;
}

}  // namespace arena
