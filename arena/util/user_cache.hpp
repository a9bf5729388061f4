// Where this user's arena keeps what takes long to work out: the folder $ARENA_CACHE, else
// $XDG_CACHE_HOME/arena, else ~/.cache/arena. Told in docs/command_line.md.
#pragma once

#include <memory>

#include "arena/util/table_cache.hpp"

namespace arena {

/// Null where there is no such folder, or ARENA_CACHE is set and empty. What is wrong with a file
/// is told on stderr. To be called before any thread starts.
std::unique_ptr<Cache> user_cache();

}  // namespace arena
