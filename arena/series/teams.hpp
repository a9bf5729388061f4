// Teams: the players that stay together on one side, wherever they sit. A team has one player for
// each seat of a side. Where a game has no partners, each player is a team.
#pragma once

#include <string>
#include <vector>

#include "arena/core/sides.hpp"
#include "arena/series/entrant.hpp"

namespace arena {

/// House rule: in a game with partners, bots play whole sides if no more of them are given than
/// there are sides. If there are more players, or a person among them, each player takes one seat.
bool play_whole_sides(const std::vector<Entrant>& players, Sides sides);

/// The players by seat, of these that stand for whole sides: each one plays all seats of its side,
/// with a process of its own for each of them. REQUIRES: there are as many as sides.
std::vector<Entrant> at_all_seats(const std::vector<Entrant>& players, Sides sides);

/// "name", or "name + partner" where several players are a team; by team.
std::vector<std::string> team_names(const std::vector<Entrant>& players, Sides sides);

/// The team of each side. `player_at`: by seat.
std::vector<int> teams_at(const std::vector<int>& player_at, Sides sides);

}  // namespace arena
