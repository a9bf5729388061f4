// What all searches do beyond their trees: play a match on by a policy, and say what its end
// brings. A game's Guide says what searches should know of it. All of its members are optional:
//   policy(view, rng)         a quick move for the rest of a match; without it, a random one
//   prior(view, move)         above 0: how likely this is a good move, when it comes up first;
//                             without it, the policy's move is likelier than the others
//   stops(root, now, moves)   of two states: play on no further, after so many moves
//   estimate(now)             the scores by seat, as if the match ended there
//   Guess                     how the others play, see guess.hpp
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "arena/core/position.hpp"
#include "arena/search/choice.hpp"

namespace arena {

/// The guide of a game that needs none.
struct NoGuide {};

namespace search {

using Payoffs = std::array<Payoff, most_seats>;  // by seat

/// `root`: where the search began, `moves` before.
template <Resamples G, class Guide>
bool stops(const Position<G>& root, const Position<G>& now, int moves) {
  if (now.over()) return true;
  if constexpr (requires { Guide::stops(root.state, now.state, 0); }) {
    return Guide::stops(root.state, now.state, moves);
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

/// By seat: the lead of its side over the best other one that is not gone.
template <Resamples G, class Guide>
Payoffs payoffs(const Position<G>& now) {
  constexpr int sign = G::info.more_is_better ? 1 : -1;
  const bool over = now.over();
  FixedVector<int, most_seats> scores;
  if constexpr (requires { Guide::estimate(now.state); }) {
    scores = over ? G::outcome(now.state).scores : Guide::estimate(now.state);
  } else {
    scores = G::outcome(now.state).scores;
  }
  const Sides sides = G::info.sides_of(now.seats);
  const Seats gone = sides.of(now.gone);
  Payoffs payoffs{};
  for (Seat seat = 0; seat < now.seats; ++seat) {
    std::optional<int> best;
    for (Seat other = 0; other < sides.count(); ++other) {
      const int score = sign * scores[static_cast<std::size_t>(other)];
      if (other != sides.of(seat) && !gone.contains(other))
        best = std::max(best.value_or(score), score);
    }
    const int lead = sign * scores[static_cast<std::size_t>(seat)] - best.value_or(0);
    Payoff& payoff = payoffs[static_cast<std::size_t>(seat)];
    payoff.points = lead;
    if (over && G::info.rank_by == RankBy::wins) {
      const bool lost = lead < 0 || gone.contains(sides.of(seat));
      payoff.won = lost ? -1 : lead > 0 ? 1 : 0;
    }
  }
  return payoffs;
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
