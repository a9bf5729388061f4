// An entrant that is a built-in bot of the game.
#pragma once

#include <memory>
#include <string>

#include "arena/series/entrant.hpp"

namespace arena {

std::shared_ptr<const EntrantKind> builtin_entrant(std::string name);

}  // namespace arena
