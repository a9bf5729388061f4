// The built-in bots of the bidding game, and the parts of them that others use.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "arena/core/bot.hpp"
#include "arena/core/rng.hpp"
#include "games/bidding/bidding.hpp"
#include "games/bidding/matrix_game.hpp"

namespace arena::bidding {

std::span<const Builtin<Bidding>> builtins();

/// What the built-in bot `planner` remembers of a match.
struct Plan {
  std::array<std::uint8_t, most_cards + 1> sure_win{};  // by prize: the card set aside, or 0
  Cards set_aside;
};

/// The mixture of the built-in bot `round_solver`, by own card, ascending. It solves each round as
/// a matrix game: the last rounds exactly, earlier ones with an estimate of what the cards that are
/// left will win. So it bids mixtures, like `optimal`, with numbers of cards that cannot be solved.
/// REQUIRES: two seats, at most `most_choices` cards.
Mixture round_mixture(const View& view);

/// The own card that a mixture draws.
Move draw_bid(const Mixture& mixture, Cards hand, Rng& rng);

}  // namespace arena::bidding
