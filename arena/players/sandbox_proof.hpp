// Proof, before the first match, that bots can be shut in: one program is, and has to answer.
#pragma once

#include <memory>

#include "arena/players/sandbox.hpp"
#include "arena/players/spawner.hpp"

namespace arena {

/// Throws Error, with bubblewrap's own words, if nothing can be started in the sandbox here. Null:
/// there is nothing to prove.
void prove(const std::shared_ptr<const Sandbox>& sandbox, Spawner& spawner);

}  // namespace arena
