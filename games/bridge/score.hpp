// What contracts are worth: duplicate points (Law 77 of duplicate bridge), IMPs (Law 78B), and the
// points above and below the line of rubber bridge.
#pragma once

#include <array>

#include "games/bridge/auction.hpp"

namespace arena::bridge {

/// The trick points that make a game, in one deal or several.
inline constexpr int trick_points_for_game = 100;

/// The trick points of a contract that is made: those that count towards game.
int trick_points(const Contract& contract);
/// Overtricks, the insult for a double, and the slam bonus. REQUIRES: the contract is made.
int points_above(const Contract& contract, int tricks, bool vulnerable);
/// What the defenders get. REQUIRES: `under` > 0 tricks are missing.
int penalty(const Contract& contract, int under, bool vulnerable);
/// The duplicate points of the declarer's side; negative if the contract goes down.
int duplicate_score(const Contract& contract, int tricks, bool vulnerable);

/// The IMPs for a lead of so many points on a board; with its sign.
int imps(int lead);

/// The honours of a deal: the side that holds them, and their points. House rule: they are scored
/// automatically, because players cannot claim them.
struct Honours {
  int side = 0;
  int points = 0;
};
/// `hands` are the hands as dealt.
Honours honours(const std::array<CardSet, seat_count>& hands, Strain strain);

}  // namespace arena::bridge
