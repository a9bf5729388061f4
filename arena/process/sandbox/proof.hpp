// Tests the sandbox before the first match: starts a program in it that looks around and must meet
// every protection.
#pragma once

#include <memory>

#include "arena/process/sandbox/sandbox.hpp"
#include "arena/process/spawn/spawner.hpp"

namespace arena {

/// Throws Error with bubblewrap's message if nothing can be started in the sandbox, or with the
/// protection that is missing. Does nothing for null.
void prove(const std::shared_ptr<const Sandbox>& sandbox, Spawner& spawner);

}  // namespace arena
