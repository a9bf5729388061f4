// How a match ended: the seats' scores and why it was over.
#pragma once

#include <string_view>

#include "arena/core/fixed_vector.hpp"
#include "arena/core/seat.hpp"

namespace arena {

/// What counts over many matches: how often a player won, or the points that it made.
enum class RankBy { wins, score };

constexpr std::string_view to_text(RankBy by) { return by == RankBy::wins ? "wins" : "score"; }

/// `scores` has one entry a seat. `end` is "played out", "forfeit", or a reason of the game's own
/// such as "turn limit"; it has static storage.
struct Outcome {
  FixedVector<int, most_seats> scores;
  std::string_view end = "played out";
};

/// What a seat that forfeits counts with, in place of its score: as bad as the worst that it could
/// still have got, or as a bound beyond which nobody gets by play. The score is as the game counts;
/// in a margin more is better: the own score less the best other one, or, where fewer points are
/// better, the best other one less the own.
struct Worst {
  int score = 0;
  int margin = 0;
  bool operator==(const Worst&) const = default;
};

/// The places, from 1: one more than the number of seats that did strictly better; equal scores
/// share a place, and forfeited seats share the place after all others.
inline FixedVector<int, most_seats> places(const FixedVector<int, most_seats>& scores,
                                           Seats forfeited, bool more_is_better) {
  FixedVector<int, most_seats> result;
  const int count = static_cast<int>(scores.size());
  for (Seat seat = 0; seat < count; ++seat) {
    int better = 0;
    for (Seat other = 0; other < count; ++other) {
      const bool out = forfeited.contains(seat);
      if (out || forfeited.contains(other)) {
        better += out && !forfeited.contains(other) ? 1 : 0;
        continue;
      }
      const int lead =
          scores[static_cast<std::size_t>(other)] - scores[static_cast<std::size_t>(seat)];
      better += (more_is_better ? lead > 0 : lead < 0) ? 1 : 0;
    }
    result.push_back(better + 1);
  }
  return result;
}

}  // namespace arena
