// The parts of the system (system.hpp). Each adds its rules for the next caller.
#pragma once

#include <array>
#include <optional>

#include "games/bridge/bidding/auction_reader.hpp"
#include "games/bridge/bidding/rule.hpp"

namespace arena::bridge::parts {

inline constexpr std::array majors = {Strain::spades, Strain::hearts};
inline constexpr std::array suits_up = {Strain::clubs, Strain::diamonds, Strain::hearts,
                                        Strain::spades};

/// The points of both hands with which a contract is worth bidding. A trump more than eight is
/// worth two points for a game, and one for a slam.
inline constexpr int game_points = 24;
inline constexpr int minor_game_points = 28;
inline constexpr int suit_slam_points = 32;
inline constexpr int notrump_slam_points = 33;
inline constexpr int grand_slam_points = 37;

void open(const AuctionReader& auction, Rules& say);

// To partner's opening of a suit, or 2C.
void respond_to_major(const AuctionReader& auction, Rules& say);
void respond_to_minor(const AuctionReader& auction, Rules& say);
void respond_to_strong(Rules& say);
void respond_to_preempt(const AuctionReader& auction, Rules& say);
void answer_feature(const AuctionReader& auction, Rules& say);
void answer_new_suit(const AuctionReader& auction, Rules& say);
/// The right opponent bid or doubled.
void respond_over(const AuctionReader& auction, Rules& say);
void respond_over_notrump(const AuctionReader& auction, Rules& say);
/// Opener's answer to a negative double.
void answer_negative(const AuctionReader& auction, Rules& say);

// To notrump of partner. Its level and points are in the auction.
void respond_to_notrump(const AuctionReader& auction, Rules& say);
void answer_stayman(const AuctionReader& auction, Rules& say);
void answer_transfer(const AuctionReader& auction, Rules& say);
void after_stayman(const AuctionReader& auction, Rules& say);
void after_transfer(const AuctionReader& auction, Rules& say);

// Opener's second call.
void rebid_after_suit(const AuctionReader& auction, Rules& say);
void rebid_after_one_notrump(const AuctionReader& auction, Rules& say);
void rebid_after_two_over_one(const AuctionReader& auction, Rules& say);
void rebid_after_game_raise(const AuctionReader& auction, Rules& say);
void rebid_after_waiting(const AuctionReader& auction, Rules& say);

// Responder's second call, and the answer.
void checkback(const AuctionReader& auction, Rules& say);
void answer_checkback(const AuctionReader& auction, Rules& say);
void fourth_suit(const AuctionReader& auction, Rules& say);
void answer_fourth_suit(const AuctionReader& auction, Rules& say);
void after_one_notrump(const AuctionReader& auction, Rules& say);

void overcall(const AuctionReader& auction, Rules& say);
void advance_overcall(const AuctionReader& auction, Rules& say);
void advance_double(const AuctionReader& auction, Rules& say);
void answer_cue(const AuctionReader& auction, Rules& say);
void answer_relay(const AuctionReader& auction, Rules& say);
void after_relay(Rules& say);

void ask_for_aces(const AuctionReader& auction, Rules& say);
void answer_blackwood(Rules& say);
void after_blackwood(const AuctionReader& auction, Rules& say);

/// What follows from the points and lengths shown so far, in any auction. REQUIRES: the side has
/// spoken.
void go_on(const AuctionReader& auction, Rules& say);

/// The cards that make `both` together with what partner has shown.
int cards_for(const AuctionReader& auction, Strain suit, int both);

}  // namespace arena::bridge::parts
