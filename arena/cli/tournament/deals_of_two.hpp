// `arena standings --by-deal`: the deals of two entrants, one line each.
#pragma once

#include <string>
#include <vector>

#include "arena/game/games.hpp"
#include "arena/store/store.hpp"

namespace arena::cli {

/// Prints what happened at the two tables of each deal that these entrants played against each
/// other, and what the first one won. Throws Error if they have no such deal, or if the game does
/// not compare tables.
void print_deals_of_two(const Store& store, const Games& games,
                        const std::vector<std::string>& names, bool as_json);

}  // namespace arena::cli
