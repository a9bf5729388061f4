// The built-in bots of Lost Cities: `random`, `dumb` (the Ruby quiz's DumbPlayer) and `greedy`.
#pragma once

#include <span>

#include "arena/core/bot.hpp"
#include "games/lost_cities/lost_cities.hpp"

namespace arena::lost_cities {

std::span<const Builtin<LostCities>> builtins();

/// What DumbBot remembers of its turn.
struct Refused {
  int cards = 0;
};

/// Offers its cards one by one, in the order of its hand, until one is taken; when all are refused
/// it discards the first. It always draws from the deck. So it is refused often, by design.
class DumbBot final : public BotWith<LostCities, Refused> {
 public:
  Move move(const View& view) override;
  void refused(const Refusal& refusal) override;
};

/// Begins an expedition only if it promises to repay its 20 points, jumps over as few numbers as it
/// can, hurries when turns run out, and discards what helps neither side.
class GreedyBot final : public BotWith<LostCities> {
 public:
  Move move(const View& view) override;
};

}  // namespace arena::lost_cities
