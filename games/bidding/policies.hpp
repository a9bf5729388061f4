// Ways to play the bidding game, each a function of what a seat sees and of its notes from earlier
// rounds. The built-in bots play by them, best_response.hpp measures them, and the built-in bot
// `search` guesses by which of them the other seats play.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "arena/core/rng.hpp"
#include "games/bidding/bidding.hpp"
#include "games/bidding/matrix_game.hpp"

namespace arena::bidding {

/// What `planner` remembers of a match.
struct Plan {
  std::array<std::uint8_t, most_cards + 1> sure_win{};  // by prize: the card set aside, or 0
  Cards set_aside;
};

/// The unused cards of all seats when the policy was asked last, and the prize's rank then.
struct LastRound {
  std::array<Cards, most_players> unused{};
  std::int32_t rank = 0;
};

/// What `learner` remembers of a match.
struct Habits {
  LastRound last;
  std::array<std::int32_t, most_players> above{};  // by seat: sum over its bids, in ranks
};

/// How many of these cards are lower than `card`; none if it is 0.
int lower_than(int card, Cards cards);

Move ordered(const View& view);
Move highest(const View& view);
Move mimic(const View& view);
Move match_plus_one(const View& view);
/// The card of the prize's rank, or this many cards above it, as far as there are any.
Move by_rank(const View& view, int shift);
Move counter(const View& view);
Move copycat(const View& view, LastRound& last);
Move learner(const View& view, Habits& habits);
Move planner(const View& view, Plan& plan);

/// Bids the lowest card that beats the card that is expected of the others; the lowest of all if
/// none does, or if that would cost too high a card.
Move beat(const View& view, int expected);

/// Of `scatter`: bids one card lower or higher than the prize's rank as often as just that. Who
/// knows it cannot rely on it. By own card, ascending.
Mixture scattered(const View& view);
/// Each card as often as any other.
Mixture uniform(const View& view);

/// The mixture of `round_solver`, by own card, ascending. It solves each round as a matrix game:
/// the last rounds exactly, earlier ones with an estimate of what the cards that are left will win.
/// So it bids mixtures, like `optimal`, with numbers of cards that cannot be solved.
/// REQUIRES: two seats, at most `most_choices` cards.
Mixture round_mixture(const View& view);

/// The own card that a mixture draws.
Move draw_bid(const Mixture& mixture, Cards hand, Rng& rng);

/// The notes of any policy. They are empty before the first round.
struct Notes {
  Plan plan;
  LastRound last;
  Habits habits;
};

/// A policy as a function of view and notes, to which it may add. By own card, ascending.
using Mix = Mixture (*)(const View& view, Notes& notes);

static_assert(most_mixed >= most_cards);
Mixture as_mixture(const View& view, Move move);
inline Mixture as_mixture(const View& /*view*/, const Mixture& mixture) { return mixture; }

/// Of one of the functions above. `part` is what it notes, if it takes notes.
template <auto choose, auto part = nullptr>
Mixture mixed(const View& view, Notes& notes) {
  if constexpr (std::is_null_pointer_v<decltype(part)>) {
    return as_mixture(view, choose(view));
  } else {
    return as_mixture(view, choose(view, notes.*part));
  }
}

}  // namespace arena::bidding
