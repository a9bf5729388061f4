// The built-in bots of Streams.
#pragma once

#include <span>

#include "arena/core/bot.hpp"
#include "games/streams/streams.hpp"

namespace arena::streams {

/// A slot where `card` leaves the most room for cards that may still come: in a gap between a lower
/// and a higher card, at its rank among those that fit there; else where a run ends anyway.
/// `left`: the cards that may come later. REQUIRES: a slot is free.
int spread_slot(const Stream& stream, const Cards& left, Card card);

/// The slot after which the fewest breaks of runs are expected, by the lengths of the gaps and the
/// cards in `left` that fit there. REQUIRES: a slot is free.
int balance_slot(const Stream& stream, const Cards& left, Card card);

/// For every free slot, plays the rest of the match many times with random cards, placed as
/// `spread` does, and chooses the slot with the highest mean.
Move rollout(const View& view, Rng& rng);

/// The same, but after some samples only the better half of the slots goes on with twice as many,
/// and so on until one is left (sequential halving; Karnin, Koren, Somekh 2013).
Move focus(const View& view, Rng& rng);

std::span<const Builtin<Streams>> builtins();

/// What the cards of a deal are worth, the same for all seats: the mean score, at most 60, of
/// `spread` and `balance` in this order, and in seven nearby ones, because the score in one order
/// depends much on how the two bots play. The same on every machine.
double baseline_score(const Deal& deal, DeckKind deck);

}  // namespace arena::streams
