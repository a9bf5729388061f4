// A guess of how the other seats play, which a game's Guide may have. In a part of the iterations
// the others then play as guessed, and in the rest they choose as the search does: the more sure
// the guess, the more the search exploits it (the restricted Nash response of Johanson, Zinkevich,
// Bowling 2007). No game here.
#pragma once

#include <span>

#include "arena/core/game.hpp"
#include "arena/core/rng.hpp"

namespace arena::search {

/// Guesses nothing. A Guide's guess has the same functions.
template <class G>
struct NoGuess {
  using Move = typename G::Move;
  using View = typename G::View;

  NoGuess() = default;
  /// For the search of `seat`, which was told these events of the match, oldest first.
  NoGuess(const Setup<G>& /*setup*/, Seat /*seat*/, std::span<const typename G::Event> /*told*/) {}

  /// Draws for the next iteration. False: the others choose as the search does.
  static bool draw(Rng& /*rng*/) { return false; }
  // REQUIRES for both: draw() returned true.
  /// The move of another seat.
  static Move of_other(const View& view, Rng& rng) { return random_move<G>(view, rng); }
  /// A quick move of the seat that searches, for the rest of a match.
  static Move answer(const View& view, Rng& rng) { return random_move<G>(view, rng); }
};

template <class G, class Guide>
struct GuessOf {
  using Type = NoGuess<G>;
};
template <class G, class Guide>
requires requires { typename Guide::Guess; }
struct GuessOf<G, Guide> {
  using Type = typename Guide::Guess;
};

}  // namespace arena::search
