// A whole turn planned ahead: which cards to put in which order, by what that leaves in the own
// hand, what it does to the others and who is due next. Reckoned in hundredths of a point, whole
// numbers only.
#pragma once

#include <array>
#include <cstdint>

#include "games/yard_bridge/yard_bridge.hpp"

namespace arena::yard_bridge {

/// What a planner cares for. All in hundredths of a point.
struct Weights {
  int held = 480;       // a card of one's own that is left, beside its points
  int point = 20;       // a point of it
  int given = 100;      // a card that an opponent must take
  int lost_turn = 406;  // a turn that an opponent loses
  int again = 441;      // being due again
  int ends = 3000;      // ending the deal
  int match = 77;       // a card left that goes on the top
  int jack = 576;       // a jack that is kept
  int attack = 281;     // a seven, eight or ace that is kept
  int six = 132;        // a six that is kept
  int uncovered = 100;  // putting a six that cannot be covered
  int take = 384;       // taking a card rather than putting one
  int danger = 133;     // per cent of what an opponent with few cards threatens
  int block = 300;      // a suit in force that the next player has just not had
};

/// Suits, as bits, that a player has not had when he last put nothing; by seat.
using Lacks = std::array<std::uint8_t, most_players>;

/// The best move by these weights. REQUIRES: it is the turn of the view's seat.
Move planned_move(const View& view, const Weights& weights, const Lacks& lacks);

}  // namespace arena::yard_bridge
