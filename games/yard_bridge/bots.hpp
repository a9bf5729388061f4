// The built-in bots of yard bridge: `random`, `shed` and `loader`.
#pragma once

#include <span>

#include "arena/core/bot.hpp"
#include "games/yard_bridge/yard_bridge.hpp"

namespace arena::yard_bridge {

std::span<const Builtin<YardBridge>> builtins();

}  // namespace arena::yard_bridge
