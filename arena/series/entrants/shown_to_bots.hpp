// Checks what bots in a sandbox can see, before any bot starts: nothing that arena writes, nothing
// of other bots, and nothing that lets bots communicate.
#pragma once

#include <string>
#include <vector>

#include "arena/process/sandbox/paths.hpp"
#include "arena/series/entrants/entrant.hpp"

namespace arena {

/// Throws Error with the file or folder that a bot must not see. `secret` lists records and log
/// folders as the user typed them; empty strings are ignored.
void check_what_is_shown(const SandboxPaths& paths, const std::vector<Entrant>& entrants,
                         const std::vector<std::string>& secret);

}  // namespace arena
