// The built-in bots of Most.
#pragma once

#include <span>

#include "arena/core/bot.hpp"
#include "games/most/most.hpp"

namespace arena::most {

std::span<const Builtin<Most>> builtins();

}  // namespace arena::most
