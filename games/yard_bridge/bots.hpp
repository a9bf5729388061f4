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
class ShedBot final : public BotWith<YardBridge> {
 public:
  Move move(const View& view) override;
};

/// What LoaderBot remembers of a deal.
struct Heard {
  Lacks lacks{};
  Suit suit = cards::spades;  // in force
  bool put = false;           // something, in the turn that goes on
};

/// Plans its whole turn, with weights that suit the number of players, and remembers which suits
/// the others have lately not had.
class LoaderBot final : public BotWith<YardBridge, Heard> {
 public:
  explicit LoaderBot(const Weights& weights) : weights_(weights) {}
  Move move(const View& view) override;
  void see(const Event& event) override;

 private:
  Weights weights_;
};

}  // namespace arena::yard_bridge
