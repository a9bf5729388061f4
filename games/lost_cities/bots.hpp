// The built-in bots of Lost Cities: `random`, `dumb` (the Ruby quiz's DumbPlayer) and `greedy`.
#pragma once

#include <span>

#include "arena/core/bot.hpp"
#include "games/lost_cities/lost_cities.hpp"

namespace arena::lost_cities {

std::span<const Builtin<LostCities>> builtins();

/// What DumbBot remembers during its turn.
struct Refused {
  int cards = 0;
};

/// Offers its cards one by one, in the order of its hand, until one is accepted; if all are
/// refused, it discards the first. It always draws from the deck. By design it is refused often.
class DumbBot final : public BotWith<LostCities, Refused> {
 public:
  Move move(const View& view) override;
  void refused(const Refusal& refusal) override;
};

/// Begins an expedition only if it is likely to repay its 20 points, skips as few numbers as it
/// can, hurries when few turns are left, and discards cards that help neither side.
class GreedyBot final : public BotWith<LostCities> {
 public:
  Move move(const View& view) override;
};

}  // namespace arena::lost_cities
