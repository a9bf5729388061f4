// The built-in bots `optimal` and `optimal_win`: they bid by the mixed strategy of a best player,
// with a table of the values of all positions. Not for three and four seats, nor for more cards
// than can be solved.
#pragma once

#include <cstdint>
#include <memory>

#include "arena/core/bot.hpp"
#include "arena/core/rng.hpp"
#include "arena/util/table_cache.hpp"
#include "games/bidding/bidding.hpp"
#include "games/bidding/value_table.hpp"

namespace arena::bidding {

Contest contest_of(const Options& options, Objective objective);

/// Empty: this can be solved. Else why not: "... cards must be from 2 to 10, not 13".
Refusal solvable(const Contest& contest, int seats);

/// The table of a contest, from the table_cache if there is one. REQUIRES: it can be solved.
std::shared_ptr<const ValueTable> table_of(const Contest& contest, TableCache* table_cache);

/// Of two seats, before the prize of this round was shown.
TablePosition position_of(const View& view);

/// How a best player bids: by own card, ascending. REQUIRES: a position of the table's contest.
Mixture best_mixture(const ValueTable& table, const View& view);

class OptimalBot final : public BotWith<Bidding, Rng> {
 public:
  OptimalBot(std::shared_ptr<const ValueTable> table, std::uint64_t seed)
      : BotWith(Rng(seed)), table_(std::move(table)) {}
  Move move(const View& view) override;
  [[nodiscard]] Refusal mismatch(const View& view) const override;

 private:
  std::shared_ptr<const ValueTable> table_;
};

}  // namespace arena::bidding
