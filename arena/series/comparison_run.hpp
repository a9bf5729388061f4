// Plays a comparison: fair deals between two players until it is known which is better. The
// deals count in the order of their numbers, so the result does not depend on how many are played
// at a time.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include "arena/series/comparison.hpp"
#include "arena/series/run.hpp"

namespace arena {

/// Plans the deals of a comparison. `plan`: with settings and entrants. Throws Error unless they
/// are two sides.
void plan_comparison(SeriesPlan& plan, int max_deals, const RootSeed& seed);

/// What the plan's game says of a comparison. `by`: as the game counts, if nothing is given.
ComparisonSettings comparison_settings(const SeriesPlan& plan, std::optional<RankBy> by);

/// As in SeriesHooks. The matches are those that count: not those after the decision, nor after a
/// gap that a request to stop left.
struct ComparisonHooks {
  std::function<void()> ready = [] {};
  /// The match is about to count: write its record here.
  std::function<void(const PlayedMatch&)> record = [](const PlayedMatch&) {};
  /// The comparison has the match.
  std::function<void(const PlayedMatch&)> counted = [](const PlayedMatch&) {};
  std::stop_token stop{};
};

/// Plays until it is decided, all is played, or soon after a request to stop. Errors are as of
/// `run`.
SeriesResults play_comparison(const SeriesPlan& plan, Comparison& comparison,
                              const ComparisonHooks& hooks);

}  // namespace arena
