// The built-in bots `optimal` and `optimal_win`. They bid by the mixed strategy of a best player,
// from a table of the values of all positions. They need two seats, and at most the number of cards
// that can be solved.
#pragma once

#include <memory>
#include <vector>

#include "arena/core/bot.hpp"
#include "arena/core/refinements/analysis.hpp"
#include "arena/util/table_cache.hpp"
#include "games/bidding/bidding.hpp"
#include "games/bidding/value_table.hpp"

namespace arena::bidding {

Contest contest_of(const Options& options, Objective objective);

/// Empty if the contest can be solved, else the reason: "... cards must be from 2 to 10, not 13".
Refusal solvable(const Contest& contest, int seats);

/// The table of a contest, from the cache if there is one. REQUIRES: the contest can be solved.
std::shared_ptr<const ValueTable> table_of(const Contest& contest, TableCache* table_cache);

/// The round of this view as a matrix game: see ValueTable::round. REQUIRES: as for best_mixture.
PayMatrix round_of(const ValueTable& table, const View& view);

/// The mixture of a best player, by own card, ascending. REQUIRES: a view of the table's contest.
Mixture best_mixture(const ValueTable& table, const View& view);

/// The solution of a contest.
class Solution {
 public:
  /// REQUIRES: the contest can be solved.
  Solution(const Contest& contest, TableCache* table_cache)
      : table_(table_of(contest, table_cache)) {}

  [[nodiscard]] double value(const View& view) const;
  [[nodiscard]] std::vector<SolvedMove<Move>> moves(const View& view) const;

 private:
  /// The points of the seat so far, in what the contest counts.
  [[nodiscard]] double so_far(const View& view) const;
  std::shared_ptr<const ValueTable> table_;
};

/// The bot that bids by this mixture. REQUIRES: !solvable(contest_of(setup.options, objective), 2).
std::unique_ptr<Bot<Bidding>> make_optimal(const BotSetup<Bidding>& setup, Objective objective);

}  // namespace arena::bidding
