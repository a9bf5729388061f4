// `arena analyse` for the bidding game with two seats: its value, how a best player begins, and
// what the built-in bots lose to the best answer. games/bidding does the computations.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include <boost/describe.hpp>

#include "arena/core/analysis.hpp"
#include "games/bidding/bidding.hpp"
#include "games/bidding/value_table.hpp"

namespace arena::bidding {

struct AnalysisOptions {
  /// What the players maximise.
  Objective objective = Objective::difference;
};
BOOST_DESCRIBE_STRUCT(AnalysisOptions, (), (objective))

struct GameAnalysis {
  using Options = AnalysisOptions;

  /// Fewer cards than in a game, so that everything is solved in about a second.
  static bidding::Options with_defaults(bidding::Options given, const Options& options);
  static Refusal check(const Setup<Bidding>& setup, const Options& options);
  static AnalysisReport solve(const Setup<Bidding>& setup, const Options& options,
                              TableCache* table_cache);
  static std::optional<double> loss(const Setup<Bidding>& setup, const Options& options,
                                    std::string_view builtin, TableCache* table_cache);
  static std::string_view best_builtin(const Options& options) {
    return options.objective == Objective::win ? "optimal_win" : "optimal";
  }
  static double gain(const Options& options, std::span<const int> scores, Seat seat);
  static std::string_view unit(const Options& options) {
    return options.objective == Objective::win ? "wins minus losses" : "points";
  }
};

}  // namespace arena::bidding
