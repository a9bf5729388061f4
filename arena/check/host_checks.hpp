// The checks of `arena doctor`: what this host can isolate and limit, why it cannot do more, and
// what to do about it.
#pragma once

#include "arena/check/report.hpp"
#include "arena/process/spawner.hpp"

namespace arena {

/// A check fails if this host cannot contain untrusted bots. A note: something could be better.
void check_host(Spawner& spawner, CheckReport& report);

}  // namespace arena
