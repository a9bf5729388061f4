// The built-in bots of yard bridge: `random`, `shed` and `loader`.
#pragma once

#include <span>

#include "arena/core/bot.hpp"
#include "games/yard_bridge/plan.hpp"
#include "games/yard_bridge/yard_bridge.hpp"

namespace arena::yard_bridge {

std::span<const Builtin<YardBridge>> builtins();

/// Puts what costs most, as long as something goes, but keeps its jacks for when nothing else does.
/// It takes no notice of the others.
class ShedBot final : public Bot<YardBridge> {
 public:
  Move move(const View& view) override;
};

/// Plans its whole turn by what is best for the number of players.
class LoaderBot final : public Bot<YardBridge> {
 public:
  explicit LoaderBot(int seats);
  Move move(const View& view) override { return planned_move(view, weights_); }

 private:
  Weights weights_;
};

}  // namespace arena::yard_bridge
