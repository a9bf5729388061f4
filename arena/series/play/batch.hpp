// Matches to play, several at a time, between any of some entrants: those of a series, or some of a
// tournament.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <vector>

#include "arena/process/spawn/spawner.hpp"
#include "arena/series/entrants/bot_pool.hpp"
#include "arena/series/entrants/entrant.hpp"
#include "arena/series/entrants/series_settings.hpp"
#include "arena/series/play/match_number_set.hpp"
#include "arena/series/play/schedule.hpp"
#include "arena/series/play/table.hpp"
#include "arena/series/statistics/match_report.hpp"

namespace arena {

/// What it refers to outlives it.
struct Batch {
  const SeriesSettings& settings;
  const std::vector<Entrant>& entrants;  // the source's `player_at` is an index of these
  const MatchSource& source;
  const MatchNumbers& matches;  // which of the source's
  int jobs = 1;
  bool void_overloaded = false;  // such matches, and those of their deal, are played again
  bool fail_fast = false;        // ends with the first match in which a bot forfeits
  /// A bot that cannot be started before the first match, or in it, is an Error. Otherwise it
  /// forfeits, here as in all other matches.
  bool tries_starts = true;
  /// If other processes play beside this one: the jobs of all of them, and the first of this one.
  /// Each job that talks to bots keeps to a core of its own.
  int all_jobs = 0;
  int first_job = 0;
};

/// What came of a batch, except for its matches.
struct BatchResults {
  HostReport host;
  /// Of bots that play many matches, what failed after the last of them, in the order of the
  /// matches.
  std::vector<LateFault> late_faults{};
  /// A forfeit ended the batch, as it wanted. That match was the last one played.
  bool failed_fast = false;
};

/// Called from any thread, one at a time.
struct BatchHooks {
  /// A match was played. Matches come in the order of their numbers; only after a request to stop
  /// some in between may be missing. What this throws ends the batch.
  std::function<void(const PlayedMatch&)> played;
  /// These matches of one deal are void, and are played again.
  std::function<void(const std::vector<PlayedMatch>&)> voided =
      [](const std::vector<PlayedMatch>&) {};
  /// The record of a match so far: at its start, and after each answer that counts. Called from the
  /// thread of the match, several at a time. Null if no one watches.
  TableProgress progress{};
};

/// Plays a batch, in this process or in others. Returns after all matches, or soon after a request
/// to stop. Throws Error if a bot cannot start, and rethrows what a hook threw.
using PlayBatch = std::function<void(const Batch& batch, const BatchHooks& hooks,
                                     BatchResults& results, const std::stop_token& stop)>;

// Plays the matches of a batch, several at a time, each on a thread with its own loop. It
// delivers the results in the order of the match numbers, so the same seed gives the same output
// for any number of jobs. To play a series, use run.hpp.

/// As PlayBatch, in this process.
void play_here(const Batch& batch, Spawner& spawner, const BatchHooks& hooks, BatchResults& results,
               const std::stop_token& stop);

}  // namespace arena
