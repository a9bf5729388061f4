// The built-in bots of the bidding game.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "arena/core/bot.hpp"
#include "games/bidding/bidding.hpp"

namespace arena::bidding {

/// Bids 1, 2, 3 and so on, whatever the prize.
class OrderedBot final : public BotWith<Bidding> {
 public:
  Move move(const View& view) override;
};

/// Bids the prize's own value.
class MimicBot final : public BotWith<Bidding> {
 public:
  Move move(const View& view) override;
};

/// Bids one more than the prize, and 1 for the highest prize.
class MatchPlusOneBot final : public BotWith<Bidding> {
 public:
  Move move(const View& view) override;
};

/// What PlannerBot remembers of a match.
struct Plan {
  std::array<std::uint8_t, most_cards + 1> sure_win{};  // by prize: the card set aside, or 0
  Cards set_aside;
};

/// The bot of the quiz's summary. A card higher than all cards of the opponents is a sure win. The
/// bot sets these cards aside, the highest first, for the best prizes to come. For other prizes it
/// bids its lowest card.
class PlannerBot final : public BotWith<Bidding, Plan> {
 public:
  explicit PlannerBot(const Plan& plan = {}) : BotWith(plan) {}
  Move move(const View& view) override;
  [[nodiscard]] const Plan& plan() const { return memory_; }
};

std::span<const Builtin<Bidding>> builtins();

}  // namespace arena::bidding
