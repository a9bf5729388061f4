// How a match ended: the scores and the reason.
#pragma once

#include <functional>
#include <string_view>

#include "arena/core/fixed_vector.hpp"
#include "arena/core/seat.hpp"

namespace arena {

/// What counts over many matches: the number of wins, or the points.
enum class RankBy { wins, score };

constexpr std::string_view to_text(RankBy by) { return by == RankBy::wins ? "wins" : "score"; }

/// `scores` has one entry for each seat; partners have the same score. `end` is "played out",
/// "forfeit", or the game's own reason such as "turn limit". It has static storage.
struct Outcome {
  FixedVector<int, most_seats> scores;
  std::string_view end = "played out";
};

/// What a score earns against another table's score with the same cards. False: scores count as
/// they are (ComparesTables in game.hpp).
struct TableComparison {
  std::function<int(int own, int other)> earned{};
  std::string_view unit{};  // "IMPs a board"

  explicit operator bool() const { return static_cast<bool>(earned); }
  int operator()(int own, int other) const { return earned(own, other); }
  /// What two sides share in a comparison. 0: one earns the lead, and the other one nothing.
  [[nodiscard]] int shared() const { return 2 * earned(0, 0); }
};

/// What counts for a seat that forfeits, instead of its score: the worst result that it could still
/// get, or a bound that no play can go below. `score` counts as the game does. In `margin` more is
/// better: the own score minus the best other side's score, or the reverse if fewer points are
/// better.
struct Worst {
  int score = 0;
  int margin = 0;
  bool operator==(const Worst&) const = default;
};

/// The place of each seat, from 1: one more than the number of sides that did strictly better.
/// Partners share a place, and so do equal scores. If a seat forfeits, its side forfeits; these
/// sides share the last place. `side_count` is as in GameInfo.
inline FixedVector<int, most_seats> places(const FixedVector<int, most_seats>& scores,
                                           Seats forfeited, bool more_is_better,
                                           int side_count = 0) {
  FixedVector<int, most_seats> result;
  const Sides sides(static_cast<int>(scores.size()), side_count);
  const Seats lost = sides.of(forfeited);
  for (Seat seat = 0; seat < sides.seats(); ++seat) {
    const bool out = lost.contains(sides.of(seat));
    int better = 0;
    for (int other = 0; other < sides.count(); ++other) {
      if (out || lost.contains(other)) {
        better += out && !lost.contains(other) ? 1 : 0;
        continue;
      }
      // Seat n is the first seat of side n.
      const int lead =
          scores[static_cast<std::size_t>(other)] - scores[static_cast<std::size_t>(seat)];
      better += (more_is_better ? lead > 0 : lead < 0) ? 1 : 0;
    }
    result.push_back(better + 1);
  }
  return result;
}

}  // namespace arena
