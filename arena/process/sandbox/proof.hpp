// Proof, before the first match, that a sandbox holds bots: a program is started in one, looks
// around, and has to find each wall.
#pragma once

#include <memory>

#include "arena/process/sandbox/sandbox.hpp"
#include "arena/process/spawner.hpp"

namespace arena {

/// Throws Error, with bubblewrap's own words, if nothing can be started in the sandbox here, or
/// naming the wall that is missing. Null: there is nothing to prove.
void prove(const std::shared_ptr<const Sandbox>& sandbox, Spawner& spawner);

}  // namespace arena
