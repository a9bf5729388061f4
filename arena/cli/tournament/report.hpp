// Writes a report of a store, for `arena report` and `arena tournament --report`.
#pragma once

#include <cstdio>
#include <string>

#include "arena/game/games.hpp"

namespace arena::cli {

/// Writes it and prints where it is. An empty title stands for the store's name, an empty
/// anchor for none.
void report_on(const std::string& store, const std::string& folder, const std::string& title,
               const std::string& anchor, const Games& games, std::FILE* to,
               int reviewed_games = 0);

}  // namespace arena::cli
