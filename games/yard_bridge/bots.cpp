#include "games/yard_bridge/bots.hpp"

#include <array>
#include <memory>

namespace arena::yard_bridge {

namespace {

std::unique_ptr<Bot<YardBridge>> make_random(const BotSetup<YardBridge>& setup) {
  return std::make_unique<RandomBot<YardBridge>>(setup.seed);
}

constexpr std::array list = {
    Builtin<YardBridge>{"random", "every legal action is as likely as any other", make_random},
};

}  // namespace

std::span<const Builtin<YardBridge>> builtins() { return list; }

}  // namespace arena::yard_bridge
