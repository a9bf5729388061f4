// The games of this build. CMake generates the table from the folder games/, so no list of games is
// written by hand.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "arena/game/any_game.hpp"

namespace arena {

using Games = std::vector<std::unique_ptr<const AnyGame>>;

/// In ascending order of names.
Games all_games();

/// Throws Error with the known names.
const AnyGame& find_game(const Games& games, std::string_view name);

}  // namespace arena
