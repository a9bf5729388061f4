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

/// Bids its highest card, whatever the prize.
class HighestBot final : public BotWith<Bidding> {
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

/// Bids by the rank of the prize among those to come, but one card lower or higher as often as just
/// that: who knows it cannot rely on it.
class ScatterBot final : public BotWith<Bidding, Rng> {
 public:
  explicit ScatterBot(std::uint64_t seed) : BotWith(Rng(seed)) {}
  Move move(const View& view) override;
  /// The card of the prize's rank, or this many cards above it, as far as there are any.
  static Move shifted(const View& view, int shift);
};

/// Expects the others to bid by the rank of the prize. Bids its lowest card that beats these bids;
/// if there is none, its lowest card.
class CounterBot final : public BotWith<Bidding> {
 public:
  Move move(const View& view) override;
};

/// The unused cards of all seats when the bot was asked last, and the prize's rank then.
struct LastRound {
  std::array<Cards, most_players> unused{};
  std::int32_t rank = 0;
};

/// Bids what the highest of the others bid in the round before, or the next higher card that it
/// still has.
class CopycatBot final : public BotWith<Bidding, LastRound> {
 public:
  Move move(const View& view) override;
};

/// What LearnerBot remembers of a match.
struct Habits {
  LastRound last;
  std::array<std::int32_t, most_players> above{};  // by seat: sum over its bids, in ranks
};

/// Notes how many cards above or below the prize's rank each opponent bids on average, and bids its
/// lowest card that beats what this predicts; its lowest card if that would cost too high a card.
class LearnerBot final : public BotWith<Bidding, Habits> {
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
