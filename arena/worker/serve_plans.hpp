// The whole of `arena worker`: plays the plans that come on its standard input.
#pragma once

#include "arena/game/games.hpp"
#include "arena/util/table_cache.hpp"

namespace arena {

/// Reads messages from `in` and writes to `out` (messages.hpp) until `in` ends; it owns neither. If
/// a plan is being played then, it kills all bots and ends the process. Returns the exit status: 0,
/// or 1 after an error that it has written as a message.
int serve_plans(const Games& games, TableCache& table_cache, int in, int out);

}  // namespace arena
