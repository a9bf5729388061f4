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
#include "arena/series/start_trial.hpp"
#include "arena/series/table.hpp"
#include "arena/util/duration_counts.hpp"

namespace arena {

class Series {
 public:
  using OnMatch = std::function<void(const PlayedMatch&)>;
  /// Is told of matches of one deal that are void, and will be played again.
  using OnVoid = std::function<void(const std::vector<PlayedMatch>&)>;

  /// `on_match` is called for one match at a time. The plan and the spawner outlive the series.
  Series(const SeriesPlan& plan, Spawner& spawner, OnMatch on_match);
  Series(const Series&) = delete;
  Series& operator=(const Series&) = delete;
  ~Series();

  /// Tries whether the bots can be started, and plays. Returns when all is played, or soon after
  /// `stop`. Throws Error if a bot cannot be started, and what a worker threw.
  void run();
  /// Ends the matches in hand, which then count for nobody. From any thread.
  void stop();
  /// To be called before `run`. House rule: a deal is void at most once, and counts as it
  /// is then.
  void on_void(OnVoid on_void) { on_void_ = std::move(on_void); }
  /// After `run`: whether a forfeit ended it, as the plan wanted. That match was the last one that
  /// was handed on, with any number of jobs.
  [[nodiscard]] bool has_failed_fast() const { return has_failed_fast_; }
  /// After `run`: what each question took of arena's own time.
  [[nodiscard]] const DurationCounts& overhead() const { return overhead_; }
  /// After `run`: of bots that play many matches, what failed after the last of them, in the order
  /// of the matches.
  [[nodiscard]] const std::vector<LateFault>& late_faults() const { return late_faults_; }

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
  std::atomic<std::size_t> next_ = 0;  // index into plan_.matches
  std::atomic<bool> stopped_ = false;
  std::atomic<std::size_t> handed_on_ = 0;  // how many of plan_.matches
  std::atomic<std::uint32_t> news_ = 0;     // rises when one of the last two has changed
  std::mutex workers_mutex_;                // guards the next two
  std::vector<Worker*> workers_;
  std::exception_ptr error_;
  std::mutex results_mutex_;  // guards the rest, and is held while results are handed on
  OnVoid on_void_ = [](const std::vector<PlayedMatch>&) {};
  bool has_failed_fast_ = false;
  std::vector<LateFault> late_faults_;
  DurationCounts overhead_;
  std::map<int, PlayedMatch> waiting_;  // played, but an earlier match is not
};

}  // namespace arena
