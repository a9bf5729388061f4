// Plays the matches of a schedule, several at a time, each on a thread with a loop of its own.
// Results are handed on in the order of the matches' numbers, whatever order they were played in,
// so that the same seed gives the same output with any number of jobs. Not for: whoever wants a
// series played (run.hpp).
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
#include "arena/series/plan.hpp"
#include "arena/series/run.hpp"
#include "arena/series/start_trial.hpp"
#include "arena/series/table.hpp"

namespace arena {

class Series {
 public:
  using OnMatch = std::function<void(const PlayedMatch&)>;

  /// `on_match` is called for one match at a time, and the hook for void matches beside it: a deal
  /// is void at most once, and counts as it is then. Overhead, late faults and whether a forfeit
  /// ended it go to the results. All outlive the series.
  Series(const SeriesPlan& plan, Spawner& spawner, OnMatch on_match, const SeriesHooks& hooks,
         SeriesResults& results)
      : plan_(plan),
        spawner_(spawner),
        on_match_(std::move(on_match)),
        hooks_(hooks),
        results_(results) {}
  Series(const Series&) = delete;
  Series& operator=(const Series&) = delete;
  ~Series() = default;

  /// Tries whether the bots can be started, and plays. Returns when all is played, or soon after
  /// `stop`. Throws Error if a bot cannot be started, and what a worker threw.
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

  const SeriesPlan& plan_;
  Spawner& spawner_;
  StartTrial trial_{plan_.settings, spawner_};
  OnMatch on_match_;
  const SeriesHooks& hooks_;
  SeriesResults& results_;  // guarded by the second mutex, which is held while hooks are called
  std::atomic<std::size_t> next_ = 0;  // index into plan_.matches
  std::atomic<bool> stopped_ = false;
  std::atomic<std::size_t> handed_on_ = 0;  // how many of plan_.matches
  std::atomic<std::uint32_t> news_ = 0;     // rises when one of the last two has changed
  std::mutex workers_mutex_;                // guards the next two
  std::vector<Worker*> workers_;
  std::exception_ptr error_;
  std::mutex results_mutex_;            // guards the rest, and the results
  std::map<int, PlayedMatch> waiting_;  // played, but an earlier match is not
};

}  // namespace arena
