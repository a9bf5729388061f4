// Plays the matches of a batch, several at a time, each on a thread with its own loop. It
// delivers the results in the order of the match numbers, so the same seed gives the same output
// for any number of jobs. To play a series, use run.hpp.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <utility>
#include <vector>

#include "arena/process/spawner.hpp"
#include "arena/series/batch.hpp"
#include "arena/series/start_trial.hpp"
#include "arena/series/table.hpp"

namespace arena {

class Series {
 public:
  /// A deal is void at most once; then it counts in any case. All arguments outlive the series.
  Series(const Batch& batch, Spawner& spawner, const BatchHooks& hooks, BatchResults& results)
      : batch_(batch), spawner_(spawner), hooks_(hooks), results_(results) {}

  /// Checks that the bots can start, if the batch wants that, and plays. Returns after all matches,
  /// or soon after `stop`. Throws Error if a bot cannot start, and rethrows what a worker threw.
  void run();
  /// Ends the current matches, which then do not count. Any thread may call this.
  void stop();

 private:
  class Worker;

  /// The numbers of the next matches, which are void together; empty if there are none left. Waits
  /// while too many played matches wait for an earlier one.
  [[nodiscard]] std::vector<int> take_next();
  void report_void(const std::vector<PlayedMatch>& matches);
  [[nodiscard]] std::size_t end_of_deal(std::size_t index) const;
  void deliver(PlayedMatch match);
  void fail_fast();
  void add(const std::vector<LateFault>& late, const DurationCounts& overhead);
  void wake_waiting();
  void fail(std::exception_ptr error);

  const Batch& batch_;
  Spawner& spawner_;
  StartTrial trial_{batch_.settings, spawner_};
  const BatchHooks& hooks_;
  BatchResults& results_;              // guarded by the second mutex, as are the calls of hooks
  std::atomic<std::size_t> next_ = 0;  // index into batch_.matches
  std::atomic<bool> stopped_ = false;
  std::atomic<std::size_t> delivered_ = 0;  // how many of batch_.matches
  std::atomic<std::uint32_t> news_ = 0;     // rises when one of the last two changes
  std::mutex workers_mutex_;                // guards the next two
  std::vector<Worker*> workers_;
  std::exception_ptr error_;
  std::mutex results_mutex_;            // guards the rest, and the results
  std::map<int, PlayedMatch> waiting_;  // played, but an earlier match is not
};

/// As PlayBatch, in this process.
void play_here(const Batch& batch, Spawner& spawner, const BatchHooks& hooks, BatchResults& results,
               const std::stop_token& stop);

}  // namespace arena
