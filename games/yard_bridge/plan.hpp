// A whole turn planned ahead: which cards to put in which order, by what that leaves in the own
// hand, what it does to the others and who is due next. Reckoned in hundredths of a point, whole
// numbers only.
#pragma once

#include <array>
#include <cstdint>

#include "games/yard_bridge/yard_bridge.hpp"

namespace arena::yard_bridge {

/// What a planner cares for, in hundredths of a point.
struct Weights {
  int held = 0;       // a card of one's own that is left, beside its points
  int point = 0;      // a point of it
  int given = 0;      // a card that an opponent must take
  int lost_turn = 0;  // a turn that an opponent loses
  int again = 0;      // being due again
  int ends = 0;       // ending the deal
  int settled = 0;    // being ahead of all opponents where that ends the match; behind: lost
  int match = 0;      // a card left that goes on the top
  int jack = 0;       // a jack that is kept
  int attack = 0;     // a seven, eight or ace that is kept
  int six = 0;        // a six that is kept
  int take = 0;       // taking a card rather than putting one
  int danger = 0;     // per cent of what an opponent with few cards threatens
  int block = 0;      // a suit in force that the next player has just not had
};

/// Suits, as bits, that a player has not had when he last put nothing; by seat.
using Lacks = std::array<std::uint8_t, most_players>;

/// The best move by these weights. REQUIRES: it is the turn of the view's seat.
Move planned_move(const View& view, const Weights& weights, const Lacks& lacks);

}  // namespace arena::yard_bridge
