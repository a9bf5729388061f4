// Plans a whole turn: which cards to put in which order, judged by the hand that is left, the
// effect on the others, and whose turn is next. Values are whole hundredths of a point.
#pragma once

#include <array>
#include <cstdint>

#include "games/yard_bridge/yard_bridge.hpp"

namespace arena::yard_bridge {

/// How the planner values each thing, in hundredths of a point.
struct Weights {
  int held = 0;       // a card left in the own hand, apart from its points
  int point = 0;      // a point of such a card
  int given = 0;      // a card that an opponent must take
  int lost_turn = 0;  // a turn that an opponent loses
  int again = 0;      // having the next turn too
  int ends = 0;       // ending the deal
  int settled = 0;    // ending the match ahead of all opponents; subtracted if behind them
  int match = 0;      // a card in hand that fits on the top
  int jack = 0;       // a jack kept
  int attack = 0;     // a seven, eight or ace kept
  int six = 0;        // a six kept
  int take = 0;       // taking a card instead of putting one
  int danger = 0;     // per cent of the expected loss to an opponent with few cards
  int block = 0;      // a suit in force that the next player recently lacked
};

/// By seat: the suits, as bits, that the player lacked when it last put nothing.
using Lacks = std::array<std::uint8_t, most_players>;

/// The best move with these weights. REQUIRES: it is the turn of the view's seat.
Move planned_move(const View& view, const Weights& weights, const Lacks& lacks);

}  // namespace arena::yard_bridge
