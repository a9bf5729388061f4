// The built-in bots of the bidding game.
#pragma once

#include <span>

#include "arena/core/bot.hpp"
#include "games/bidding/bidding.hpp"

namespace arena::bidding {

std::span<const Builtin<Bidding>> builtins();

}  // namespace arena::bidding
