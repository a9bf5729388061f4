// The built-in bots of Streams.
#pragma once

#include <span>

#include "arena/core/bot.hpp"
#include "games/streams/streams.hpp"

namespace arena::streams {

std::span<const Builtin<Streams>> builtins();

/// What the cards of a deal are worth, the same for all seats: the mean score, at most 60, of
/// `spread` and `balance` in this order, and in seven nearby ones, because the score in one order
/// depends much on how the two bots play. The same on every machine.
double baseline_score(const Deal& deal, DeckKind deck);

}  // namespace arena::streams
