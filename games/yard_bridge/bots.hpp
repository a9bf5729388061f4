// The built-in bots of yard bridge: `random`, `shed` and `loader`.
#pragma once

#include <span>

#include "arena/core/bot.hpp"
#include "games/yard_bridge/plan.hpp"
#include "games/yard_bridge/yard_bridge.hpp"

namespace arena::yard_bridge {

std::span<const Builtin<YardBridge>> builtins();

/// Puts the legal card that costs most, but keeps its jacks until nothing else is legal. It ignores
/// the other players.
class ShedBot final : public BotWith<YardBridge> {
 public:
  Move move(const View& view) override;
};

/// What LoaderBot remembers of a deal.
struct Heard {
  Lacks lacks{};
  Suit suit = cards::spades;  // in force
  bool put = false;           // a card was put in the current turn
};

/// Plans its whole turn, with weights for the number of players, and remembers which suits the
/// others recently lacked.
class LoaderBot final : public BotWith<YardBridge, Heard> {
 public:
  explicit LoaderBot(const Weights& weights) : weights_(weights) {}
  Move move(const View& view) override;
  void see(const Event& event) override;

 private:
  Weights weights_;
};

}  // namespace arena::yard_bridge
