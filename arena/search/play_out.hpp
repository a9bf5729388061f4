// What all searches do beyond their trees: play a match on by a policy, and say what its end
// brings. A game's Guide says what searches should know of it. All of its members are optional:
//   policy(view, rng)         a quick move for the rest of a match; without it, a random one
//   prior(view, move)         above 0: how likely this is a good move, when it comes up first;
//                             without it, the policy's move is likelier than the others
//   stops(root, now, moves)   of two states: play on no further, after so many moves; without it,
//                             to the end of the deal
//   estimate(now)             the scores by seat, as if the match ended there; without it, the
//                             scores so far
//   Guess                     how the others play, see guess.hpp
#pragma once

#include <cstddef>

#include "arena/core/payoff.hpp"
#include "arena/core/position.hpp"
#include "arena/core/rng.hpp"

namespace arena {

/// The guide of a game that needs none.
struct NoGuide {};

namespace search {

/// `root`: where the search began, `moves` before.
template <Game G, class Guide>
bool stops(const Position<G>& root, const Position<G>& now, int moves) {
  if (now.over()) return true;
  if constexpr (requires { Guide::stops(root.state, now.state, 0); }) {
    return Guide::stops(root.state, now.state, moves);
  } else if constexpr (HasDeals<G>) {
    return G::deal_number(now.state) != G::deal_number(root.state);
  } else {
    return false;
  }
}

/// A quick move of a seat that is due. A seat that is gone makes the arbiter's moves.
template <Resamples G, class Guide>
typename G::Move policy_move(const Position<G>& now, Seat seat, const typename G::View& view,
                             Rng& rng) {
  if constexpr (ContinuesAfterForfeit<G>) {
    if (now.gone.contains(seat)) return G::fallback(view);
  }
  if constexpr (requires { Guide::policy(view, rng); }) {
    return Guide::policy(view, rng);
  } else {
    return random_move<G>(view, rng);
  }
}

/// Of the scores, or if the match is not over, of their estimate.
template <Game G, class Guide>
Payoffs payoffs(const Position<G>& now) {
  if constexpr (requires { Guide::estimate(now.state); }) {
    if (!now.over()) return payoffs_of(now, Guide::estimate(now.state));
  }
  return payoffs_of(now, G::outcome(now.state).scores);
}

/// The points of `seat` if it makes this move in `world`, and all then play on by the policy.
/// REQUIRES: the move is legal.
template <Resamples G, class Guide>
double play_out(const Position<G>& world, Seat seat, const typename G::Move& move, Rng& rng) {
  Position<G> now = world;
  now.apply(seat, move);
  for (int moves = 1; !stops<G, Guide>(world, now, moves);) {
    for (const Seat one : now.actors()) {
      now.apply(one, policy_move<G, Guide>(now, one, now.view(one), rng));
      ++moves;
    }
  }
  return payoffs<G, Guide>(now)[static_cast<std::size_t>(seat)].points;
}

}  // namespace search

}  // namespace arena
