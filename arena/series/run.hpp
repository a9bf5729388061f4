// The one runner of series: plays the matches of a plan and counts their results. It prints nothing
// and keeps no files; callers do that in hooks.
#pragma once

#include <exception>
#include <functional>
#include <stop_token>
#include <vector>

#include "arena/series/batch.hpp"
#include "arena/series/match_numbers.hpp"
#include "arena/series/plan.hpp"
#include "arena/series/statistics.hpp"
#include "arena/series/table.hpp"

namespace arena {

/// What came of a series, or has come so far.
struct SeriesResults : BatchResults {
  SeriesStatistics statistics{1, true};
  MatchNumbers played;           // and recorded; earlier ones are not among them
  long moves = 0;                // accepted ones, in these
  double seconds = 0;            // that playing took
  std::exception_ptr failure{};  // what broke the series off; null if nothing did
};

/// What a caller does while a series is played. The hooks are called from any thread, one at a
/// time.
struct SeriesHooks {
  /// All is ready, and no bot is started yet.
  std::function<void()> ready = [] {};
  /// A match was played: the place to write its record. What this throws ends the series, and the
  /// match does not count. Matches come in the order of their numbers.
  std::function<void(const PlayedMatch&)> record = [](const PlayedMatch&) {};
  /// A result is about to be counted, of a match of this run or of an earlier one.
  std::function<void(const MatchResult&)> count = [](const MatchResult&) {};
  /// The match is recorded and counted: the place for reports and progress.
  std::function<void(const PlayedMatch&, const SeriesResults&)> finished =
      [](const PlayedMatch&, const SeriesResults&) {};
  /// These matches of one deal are void, and will be played again.
  std::function<void(const std::vector<PlayedMatch>&)> voided =
      [](const std::vector<PlayedMatch>&) {};
  /// A request ends the matches in hand, which then count for nobody.
  std::stop_token stop{};
};

/// Plays until all is played, or soon after a request to stop. The results are the same with any
/// number of jobs. Throws Error or std::runtime_error if it cannot begin; what fails once bots are
/// started, such as a bot that does not start, is the results' `failure`.
SeriesResults run(const SeriesPlan& plan, const SeriesHooks& hooks = {});

}  // namespace arena
