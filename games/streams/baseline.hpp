// What the cards of a Streams deal are worth: they are the same for all seats, and some fit better
// than others.
#pragma once

#include "games/streams/streams.hpp"

namespace arena::streams {

/// The mean score, at most 60, of `spread` and `balance` on these cards: in this order, and in
/// seven nearby ones, because the score in one order depends much on how the two bots play. The
/// same on every machine.
double baseline_score(const Deal& deal, DeckKind deck);

}  // namespace arena::streams
