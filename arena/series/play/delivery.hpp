// The matches of a batch in the hands of several workers: gives out the next ones, and delivers
// what was played in the order of the numbers, so that the result does not depend on how many play
// at a time. Thread-safe. Not for: playing them (batch.hpp, worker/worker_player.hpp).
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <vector>

#include "arena/series/play/batch.hpp"
#include "arena/util/time.hpp"

namespace arena {

/// The index in `batch.matches` after those that one worker has to play, one after the other, with
/// the match at `index`: the rest of its deal if the matches of a deal are void together or bots
/// are apart, else only this match. The matches of a deal have consecutive numbers.
std::size_t end_of_share(const Batch& batch, std::size_t index);

class Delivery {
 public:
  /// `most_ahead`: how many matches may be given out beyond one that is not delivered yet. They
  /// stay in memory, and only after this many does one slow match hold up the others. `on_stop`
  /// ends the current matches; any thread calls it, also in a hook. The references outlive this.
  Delivery(const Batch& batch, const BatchHooks& hooks, BatchResults& results,
           std::size_t most_ahead, std::function<void()> on_stop);

  /// The numbers of the next matches that one worker has to play, one after the other; empty if
  /// none are left, and after a stop. `share`: how many of those that are left, at least one; what
  /// belongs to the last one's share comes too.
  std::vector<int> take_next(std::size_t (*share)(std::size_t left, int jobs));

  void deliver(PlayedMatch match);
  void report_void(const std::vector<PlayedMatch>& matches);
  void add(const std::vector<LateFault>& late, const DurationCounts& overhead);

  /// Nothing is given out any more, and the current matches end. It does not wait for a hook, and a
  /// hook may call it.
  void stop();
  /// A stop; the first error is the one that `finish` throws.
  void fail(std::exception_ptr error);
  [[nodiscard]] bool is_stopped() const { return stopped_; }
  /// How many of the batch's matches are delivered.
  [[nodiscard]] std::size_t delivered() const { return delivered_; }
  /// Returns after this time, or at once after a stop.
  void pause(Duration time);
  /// Calls it, unless there was a stop, while no hook is called.
  void unless_stopped(const std::function<void()>& call);

  /// Rethrows the first failure. Else, after a stop, delivers matches that wait for one that was
  /// not played. REQUIRES: no worker plays any more.
  void finish();

 private:
  void deliver_in_order();
  void count_delivered();

  const Batch& batch_;
  const BatchHooks& hooks_;
  const std::size_t most_ahead_;
  const std::function<void()> on_stop_;
  std::mutex hooks_mutex_;  // for the calls of hooks, which may take long, and the next two
  BatchResults& results_;
  std::map<int, PlayedMatch> waiting_;  // played, but an earlier match is not
  std::mutex mutex_;                    // for the rest; never held during a hook
  std::condition_variable changed_;
  std::size_t next_ = 0;                    // index into batch_.matches
  std::atomic<std::size_t> delivered_ = 0;  // how many of batch_.matches
  std::atomic<bool> stopped_ = false;
  std::exception_ptr error_;
};

}  // namespace arena
