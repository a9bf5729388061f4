// What this host can isolate and limit, what it cannot and why, and what to do about it: the checks
// of `arena doctor`.
#pragma once

#include "arena/check/report.hpp"
#include "arena/process/spawner.hpp"

namespace arena {

/// Failed: bots of others cannot be held. Note: something is less than
/// it could be.
void check_host(Spawner& spawner, CheckReport& report);

}  // namespace arena
