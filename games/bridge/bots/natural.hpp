// The judgement of the built-in bot `natural`: calls by the system of bidding/system.hpp, cards by
// rules of thumb.
#pragma once

#include "games/bridge/bridge.hpp"

namespace arena::bridge {

/// REQUIRES: the seat of the view is to call.
Move natural_call(const View& view);
/// REQUIRES: the seat of the view is to play, from its own hand or from dummy.
Card natural_card(const View& view);

/// The card of the lowest rank. REQUIRES: !cards.empty().
Card lowest(CardSet cards);
Card highest(CardSet cards);

}  // namespace arena::bridge
