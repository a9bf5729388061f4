// The system of the built-in bots: two over one, a standard American system. Five-card majors, 1NT
// with 15 to 17, a strong 2C, weak twos, transfers, Stayman, Blackwood, takeout and negative
// doubles; a response of two in a suit below opener's major forces to game.
#pragma once

#include "games/bridge/bidding/auction_reader.hpp"
#include "games/bridge/bidding/rule.hpp"
#include "games/bridge/move.hpp"

namespace arena::bridge {

inline constexpr std::string_view system_name = "Two over one";

/// The rules for the next caller, in the order in which it tries them. The last one is a pass, for
/// a hand of another system that no rule foresees.
Rules system_rules(const AuctionReader& auction);
/// The call of this hand. A bid that is a convention has an alert, with what it shows.
Move system_call(const AuctionReader& auction, CardSet hand);

}  // namespace arena::bridge
