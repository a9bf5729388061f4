// `arena replay --other-table`: the score of a team match whose two tables have a file of records
// each, such as those of two `arena listen`.
#pragma once

#include <string>

#include "arena/game/games.hpp"

namespace arena::cli {

/// Checks the games of both files, and prints a line for each deal that both tables played: what
/// happened there, and what the team won that has the first side in the first file. In the second
/// file the teams have exchanged sides. Throws Error if the files are not of one team match.
int print_two_tables(const Games& games, const std::string& first, const std::string& second);

}  // namespace arena::cli
