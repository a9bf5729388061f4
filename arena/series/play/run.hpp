// The one runner of series: it plays the matches of a plan and counts their results. It prints
// nothing and writes no files; callers do that in hooks. Sessions, whose players come by
// themselves, play in their own way and count here too.
#pragma once

#include <exception>
#include <functional>
#include <map>
#include <stop_token>
#include <vector>

#include "arena/config/root_seed.hpp"
#include "arena/series/entrants/entrant.hpp"
#include "arena/series/entrants/series_settings.hpp"
#include "arena/series/play/batch.hpp"
#include "arena/series/play/match_number_set.hpp"
#include "arena/series/play/schedule.hpp"
#include "arena/series/play/table.hpp"
#include "arena/series/statistics/statistics.hpp"

namespace arena {

/// A series: who plays with which settings, and which matches of a schedule.
struct SeriesPlan {
  SeriesSettings settings;
  std::vector<Entrant> entrants;  // one for each seat
  Schedule schedule{2, 1, false, SeedKey()};
  MatchNumbers matches;  // the numbers to play
  /// Results of other matches of the schedule, by number. They count too.
  std::map<int, MatchResult> earlier{};
  int jobs = 1;
  bool void_overloaded = false;  // plays such matches again, and the others of their deal
  bool fail_fast = false;        // stops after the first match with a forfeit

  [[nodiscard]] Seat seats() const { return static_cast<Seat>(entrants.size()); }
};

/// The results of a series, or its results so far.
struct SeriesResults : BatchResults {
  SeriesStatistics statistics{1, true};
  MatchNumbers played;           // and recorded, without earlier ones
  long moves = 0;                // accepted ones, in these matches
  double seconds = 0;            // playing time
  std::exception_ptr failure{};  // the error that ended the series, or null
};

/// A series with what is counted of it. It neither plays nor looks at the plan's matches.
struct CountedSeries {
  /// Nothing is counted yet, also not what the plan has of earlier runs.
  explicit CountedSeries(SeriesPlan plan);

  /// Counts that this match of the schedule was played now, and returns its result.
  MatchResult played(const PlayedMatch& match);
  /// Counts the result of a match of the schedule.
  void count(int match, const MatchResult& result);

  SeriesPlan plan;
  SeriesResults results;
};

/// What a caller does while a series runs. Any thread may call the hooks, but only one at a time.
struct SeriesHooks {
  /// Everything is ready, and no bot has started yet.
  std::function<void()> ready = [] {};
  /// A match was played: write its record here. An exception ends the series, and the match does
  /// not count. Matches come in the order of their numbers.
  std::function<void(const PlayedMatch&)> record = [](const PlayedMatch&) {};
  /// Called before a result counts, of a match of this run or of an earlier one.
  std::function<void(int match, const MatchResult&)> count = [](int, const MatchResult&) {};
  /// The match is recorded and counted: report it or show progress here.
  std::function<void(const PlayedMatch&, const SeriesResults&)> finished =
      [](const PlayedMatch&, const SeriesResults&) {};
  /// These matches of one deal are void, and will be played again.
  std::function<void(const std::vector<PlayedMatch>&)> voided =
      [](const std::vector<PlayedMatch>&) {};
  /// As in BatchHooks. Null if no one watches.
  TableProgress progress{};
  /// A request ends the current matches, which then do not count.
  std::stop_token stop{};
};

/// Plays until all matches are played, or ends soon after a stop request. The results are the same
/// for any number of jobs. Throws Error or std::runtime_error if it cannot begin. Later errors,
/// such as a bot that does not start, are in `failure` of the results.
SeriesResults run(const SeriesPlan& plan, const SeriesHooks& hooks = {});

}  // namespace arena
