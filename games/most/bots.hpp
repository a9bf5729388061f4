// The built-in bots of Most.
#pragma once

#include <span>

#include "arena/core/bot.hpp"
#include "games/most/most.hpp"

namespace arena::most {

/// Lays what it can; weighs what the bridge would bring against what stays in the hand.
class MelderBot final : public BotWith<Most> {
 public:
  Move move(const View& view) override;
};

std::span<const Builtin<Most>> builtins();

}  // namespace arena::most
