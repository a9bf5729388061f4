// The points of a match: of one board, or of a rubber or Chicago, which carry points from deal to
// deal. Arrays are by side: North and South, East and West.
#pragma once

#include <array>
#include <cstdint>

#include "games/bridge/score.hpp"

namespace arena::bridge {

inline constexpr int chicago_deals = 4;

struct Session {
  std::array<int, 2> totals{};
  std::array<int, 2> below{};  // trick points towards the current game
  std::array<std::uint8_t, 2> games{};
  std::array<std::uint8_t, 2> unused{};  // fills the padding
};

/// A finished deal. With contract level 0 it was passed out.
struct Result {
  Contract contract;
  int tricks = 0;  // of the declarer's side
  Vulnerable vulnerable = Vulnerable::none;
  Honours honours{};
};

/// Adds the points of a duplicate board.
void score_board(Session& session, const Result& result);
/// Adds a deal of a rubber. Returns whether the rubber is over.
bool score_rubber(Session& session, const Result& result);
/// Adds what an unfinished rubber is worth (Law 80 of rubber bridge, of 1993).
void end_unfinished(Session& session);
/// Adds deal 1 to 4 of a Chicago.
void score_chicago(Session& session, const Result& result, int deal);

}  // namespace arena::bridge
