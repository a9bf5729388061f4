// The best answer to given policies, by a walk over all courses of a match: for small games, and
// for any policy that is a function of what a seat was told and did.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "arena/game/any_state.hpp"

namespace arena {

/// The probabilities of the legal moves, in their order, of a seat that owes a move. It depends on
/// nothing but what the seat was told and did (`AnyState::key`).
using Policy = std::function<std::vector<double>(const AnyState& state, Seat seat,
                                                 const std::vector<std::string>& legal)>;

/// What a seat does where it has a choice.
struct ChosenAnswer {
  std::string key;  // of the seat
  std::string move;
};

struct BestAnswer {
  double value = 0;  // the expected result of a match
  std::vector<ChosenAnswer> moves;
};

struct AnswerTask {
  Seat seat = 0;
  Policy others;                                     // how all other seats play
  std::function<double(const Result&, Seat)> worth;  // of a match that is over
  std::size_t most_positions = 0;                    // of the walk
};

/// The best that a seat can do who knows how the others play, and what it then expects. Throws
/// Error if the game does not list its moves and its chance, if there are more positions, or if a
/// policy's probabilities do not add up to 1. REQUIRES: `start` keeps its events and does not draw
/// chance.
BestAnswer best_response(const AnyState& start, const AnswerTask& task);

}  // namespace arena
