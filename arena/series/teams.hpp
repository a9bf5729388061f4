// Teams: players that stay together on one side, whatever their seats. A team has one player for
// each seat of a side. In a game without partners, each player is a team.
#pragma once

#include <string>
#include <vector>

#include "arena/core/sides.hpp"
#include "arena/series/entrant.hpp"

namespace arena {

/// In a game with partners, each bot plays a whole side if there are no more bots than sides. If
/// there are more players, or a person among them, each player takes one seat.
bool play_whole_sides(const std::vector<Entrant>& players, Sides sides);

/// The players by seat, if each plays a whole side. Each one has its own process for each seat of
/// its side. REQUIRES: players.size() == sides.count().
std::vector<Entrant> at_all_seats(const std::vector<Entrant>& players, Sides sides);

/// By team: "name", or "name + partner" if several players are a team.
std::vector<std::string> team_names(const std::vector<Entrant>& players, Sides sides);

/// The team of each side. `player_at` is by seat.
std::vector<int> teams_at(const std::vector<int>& player_at, Sides sides);

}  // namespace arena
