// The last rounds of two seats, solved from any position for the largest lead in points.
// (ValueTable solves whole games, with fewer cards.)
#pragma once

#include <cstdint>
#include <unordered_map>

#include "games/bidding/bidding.hpp"
#include "games/bidding/matrix_game.hpp"

namespace arena::bidding {

/// What is left to win, as the row player sees it. The three sets have the same size.
struct Rest {
  Cards own;
  Cards other;
  Cards prizes;
};

/// The position of a seat before this round's prize is shown, which it may be already. REQUIRES: a
/// view of two seats.
Rest rest_of(const View& view);

/// Positions of higher cards have no room in a key.
inline constexpr int most_cards_solved_last = 18;

class LastRounds {
 public:
  /// Positions with up to `most_exact` cards are solved, others estimated.
  LastRounds(Prizes order, Ties ties, int most_exact)
      : order_(order), ties_(ties), most_exact_(most_exact) {}

  /// The round in which `prize` is shown and `points` are paid: rows are own cards, columns those
  /// of the other, both ascending; payments are leads at the end of the match, from 0 now.
  /// REQUIRES: at most `most_choices` cards, none above `most_cards_solved_last`.
  PayMatrix round(const Rest& rest, int prize, int points);

 private:
  double lead_of(const Rest& rest, int carried);

  Prizes order_;
  Ties ties_;
  int most_exact_;
  std::unordered_map<std::uint64_t, double> solved_;  // leads, by all that counts
};

}  // namespace arena::bidding
