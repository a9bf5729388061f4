// A whole turn planned ahead: which cards to put in which order, by what that leaves in the own
// hand, what it does to the others and who is due next. Reckoned in hundredths of a point, whole
// numbers only.
#pragma once

#include <array>

#include "games/yard_bridge/yard_bridge.hpp"

namespace arena::yard_bridge {

/// What a planner cares for. All in hundredths of a point.
struct Weights {
  int held = 500;        // a card of one's own that is left, beside its points
  int point = 60;        // a point of it
  int given = 400;       // a card that an opponent must take
  int lost_turn = 500;   // a turn that an opponent loses
  int again = 800;       // being due again
  int ends = 3000;       // ending the deal
  int match = 150;       // a card left that goes on the top
  int jack = 600;        // a jack that is kept
  int eight = 200;       // a seven, eight or ace that is kept
  int six = 0;           // a six that is kept
  int uncovered = 1500;  // putting a six that cannot be covered
  int take = 400;        // taking a card rather than putting one
  int danger = 100;      // per cent of what an opponent with few cards threatens
};

/// The best move by these weights. REQUIRES: it is the turn of the view's seat.
Move planned_move(const View& view, const Weights& weights);

}  // namespace arena::yard_bridge
