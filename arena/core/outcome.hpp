// How a match ended: the scores and why it was over.
#pragma once

#include <string_view>

#include "arena/core/fixed_vector.hpp"
#include "arena/core/seat.hpp"
#include "arena/core/sides.hpp"

namespace arena {

/// What counts over many matches: how often a player won, or the points that it made.
enum class RankBy { wins, score };

constexpr std::string_view to_text(RankBy by) { return by == RankBy::wins ? "wins" : "score"; }

/// `scores` has one entry a seat; partners have the same score. `end` is "played out", "forfeit",
/// or a reason of the game's own such as "turn limit"; it has static storage.
struct Outcome {
  FixedVector<int, most_seats> scores;
  std::string_view end = "played out";
};

/// What a seat that forfeits counts with, in place of its score: as bad as the worst that it could
/// still have got, or as a bound beyond which nobody gets by play. The score is as the game counts;
/// in a margin more is better: the own score less that of the best other side, or, where fewer
/// points are better, that of the best other side less the own.
struct Worst {
  int score = 0;
  int margin = 0;
  bool operator==(const Worst&) const = default;
};

/// The places by seat, from 1: one more than the number of sides that did strictly better. Partners
/// share a place, as do equal scores. A seat's forfeit is that of its side; sides that forfeited
/// share the place after all others. `side_count`: as in GameInfo.
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
      // The first seats of the sides are the seats of the same numbers.
      const int lead =
          scores[static_cast<std::size_t>(other)] - scores[static_cast<std::size_t>(seat)];
      better += (more_is_better ? lead > 0 : lead < 0) ? 1 : 0;
    }
    result.push_back(better + 1);
  }
  return result;
}

}  // namespace arena
