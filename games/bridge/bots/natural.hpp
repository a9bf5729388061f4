// The judgement of the built-in bot `natural`: calls by points and shape, cards by rules of thumb.
// Its system: five-card majors, 1NT with 15 to 17, weak twos, a strong 2C, limit raises, Stayman,
// Blackwood, takeout doubles.
#pragma once

#include "games/bridge/bridge.hpp"

namespace arena::bridge {

/// REQUIRES: the seat of the view is to call.
Call natural_call(const View& view);
/// REQUIRES: the seat of the view is to play, from its own hand or from dummy.
Card natural_card(const View& view);

/// The card of the lowest rank. REQUIRES: !cards.empty().
Card lowest(CardSet cards);
Card highest(CardSet cards);

}  // namespace arena::bridge
