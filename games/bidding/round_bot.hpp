// The built-in bot `round_solver`. It solves each round as a matrix game: the last rounds exactly,
// earlier ones with an estimate of what the cards that are left will win. So it bids mixtures, like
// `optimal`, with numbers of cards that cannot be solved. Two seats only.
#pragma once

#include <cstdint>

#include "arena/core/bot.hpp"
#include "arena/core/rng.hpp"
#include "games/bidding/bidding.hpp"
#include "games/bidding/matrix_game.hpp"

namespace arena::bidding {

/// The mixture of the round, by own card, ascending. REQUIRES: two seats, at most `most_choices`
/// cards.
Mixture round_mixture(const View& view);

/// The own card that a mixture draws.
Move draw_bid(const Mixture& mixture, Cards hand, Rng& rng);

class RoundBot final : public BotWith<Bidding, Rng> {
 public:
  explicit RoundBot(std::uint64_t seed) : BotWith(Rng(seed)) {}
  Move move(const View& view) override {
    return draw_bid(round_mixture(view), view.hand(), memory_);
  }
  static Refusal suits(const BotSetup<Bidding>& setup);
};

}  // namespace arena::bidding
