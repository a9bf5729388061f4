// Where arena stores slow computations for this user: the folder $ARENA_CACHE, else
// $XDG_CACHE_HOME/arena, else ~/.cache/arena. docs/command_line.md describes it.
#pragma once

#include <memory>

#include "arena/util/table_cache.hpp"

namespace arena {

/// Null if there is no such folder, or if ARENA_CACHE is set and empty. The cache reports problems
/// with files on stderr. Call this before any thread starts.
std::unique_ptr<Cache> user_cache();

}  // namespace arena
