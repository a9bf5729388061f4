// Plays the matches of a batch, several at a time, each on a thread with a loop of its own.
// Results are handed on in the order of the matches' numbers, whatever order they were played in,
// so that the same seed gives the same output with any number of jobs. `run` (run.hpp) plays a
// series with it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "arena/process/spawner.hpp"
#include "arena/series/batch.hpp"
#include "arena/series/start_trial.hpp"
#include "arena/series/table.hpp"

namespace arena {

class Series {
 public:
  /// Each deal is void at most once, and counts as it is then. All outlive the series.
  Series(const Batch& batch, Spawner& spawner, const BatchHooks& hooks, BatchResults& results)
      : batch_(batch), spawner_(spawner), hooks_(hooks), results_(results) {}
  Series(const Series&) = delete;
  Series& operator=(const Series&) = delete;
  ~Series() = default;

  /// Plays, after a try whether the bots can be started if the batch wants it. Returns when all is
  /// played, or soon after `stop`. Throws Error if that try fails, and what a worker or a hook
  /// threw.
  void run();
  /// Ends the matches in hand, which then count for nobody. From any thread.
  void stop();

 private:
  class Worker;

  /// The numbers of the next matches to play, which are void together; none: there are none. Waits
  /// while too many matches are played that an earlier one keeps from being handed on.
  [[nodiscard]] std::vector<int> take_next();
  void tell_void(const std::vector<PlayedMatch>& matches);
  [[nodiscard]] std::size_t end_of_deal(std::size_t index) const;
  void hand_on(PlayedMatch match);
  void fail_fast();
  void add(const std::vector<LateFault>& late, const DurationCounts& overhead);
  void tell_news();
  void fail(std::exception_ptr error);

  const Batch& batch_;
  Spawner& spawner_;
  StartTrial trial_{batch_.settings, spawner_};
  const BatchHooks& hooks_;
  BatchResults& results_;  // guarded by the second mutex, which is held while hooks are called
  std::atomic<std::size_t> next_ = 0;  // index into batch_.matches
  std::atomic<bool> stopped_ = false;
  std::atomic<std::size_t> handed_on_ = 0;  // how many of batch_.matches
  std::atomic<std::uint32_t> news_ = 0;     // rises when one of the last two has changed
  std::mutex workers_mutex_;                // guards the next two
  std::vector<Worker*> workers_;
  std::exception_ptr error_;
  std::mutex results_mutex_;            // guards the rest, and the results
  std::map<int, PlayedMatch> waiting_;  // played, but an earlier match is not
};

}  // namespace arena
