// The built-in bots of bridge.
#pragma once

#include <span>

#include "arena/core/bot.hpp"
#include "games/bridge/bridge.hpp"

namespace arena::bridge {

std::span<const Builtin<Bridge>> builtins();

}  // namespace arena::bridge
