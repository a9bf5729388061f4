// The built-in bots of bridge.
#pragma once

#include <span>
#include <string_view>

#include "arena/core/bot.hpp"
#include "arena/core/builtin_identity.hpp"
#include "games/bridge/bridge.hpp"

namespace arena::bridge {

std::span<const Builtin<Bridge>> builtins();

/// The system by which this built-in bot bids; empty if it has none, makes some calls at random, or
/// is of another version than those of this list.
std::string_view system_of(const BuiltinIdentity& played);

}  // namespace arena::bridge
