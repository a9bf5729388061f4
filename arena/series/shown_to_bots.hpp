// What bots in a sandbox are shown, checked before any is started: nothing of what arena writes, of
// other bots, or by which they could talk.
#pragma once

#include <string>
#include <vector>

#include "arena/process/sandbox/paths.hpp"
#include "arena/series/entrant.hpp"

namespace arena {

/// Throws Error naming the file or folder that a bot must not see. `secret`: records and folders of
/// logs, as typed; empty ones are left out.
void check_what_is_shown(const SandboxPaths& paths, const std::vector<Entrant>& entrants,
                         const std::vector<std::string>& secret);

}  // namespace arena
