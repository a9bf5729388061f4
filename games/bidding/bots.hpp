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

/// Bids one more than the prize, and 1 for the highest.
class MatchPlusOneBot final : public BotWith<Bidding> {
 public:
  Move move(const View& view) override;
};

/// What PlannerBot remembers of a match.
struct Plan {
  std::array<std::uint8_t, most_cards + 1> sure_win{};  // by prize: the card set aside; 0: none
  Cards set_aside;
};

/// The bot of the quiz's summary. A card above all that the opponents still hold is a sure win; it
/// is set aside, the highest first, for the best prize to come that has none yet. Otherwise the
/// lowest card is bid.
class PlannerBot final : public BotWith<Bidding, Plan> {
 public:
  explicit PlannerBot(const Plan& plan = {}) : BotWith(plan) {}
  Move move(const View& view) override;
  [[nodiscard]] const Plan& plan() const { return memory_; }
};

std::span<const Builtin<Bidding>> builtins();

}  // namespace arena::bidding
