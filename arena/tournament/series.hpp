// Plays the matches of a schedule, several at a time, each on a thread with a loop of its own.
// Results are handed on in the order of the matches' numbers, whatever order they were played in, so that
// the same seed gives the same output with any number of jobs.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "arena/match/any_game.hpp"
#include "arena/players/loop.hpp"
#include "arena/players/spawner.hpp"
#include "arena/tournament/entrant.hpp"
#include "arena/tournament/schedule.hpp"

namespace arena {

struct SeriesPlan {
  const AnyGame* game = nullptr;
  json::object options;            // as checked by the game
  std::vector<Entrant> entrants;   // as many as there are seats
  Schedule schedule{2, 1, false, 0};
  std::vector<int> matches;        // which of the schedule's, ascending, from 0
  int jobs = 1;
  bool record_times = false;
  std::string log_dir;             // empty: no logs
};

/// What there is to say of a seat after a match, beside the record.
struct SeatReport {
  int early_lines = 0;      // lines that answered nothing
  std::string stderr_tail;  // its last lines
  std::string stderr_log;   // the file that has all of them; empty: none
};

struct PlayedMatch {
  int number = 0;  // in the schedule, from 0
  std::vector<int> player_at;  // by seat
  Record record;
  std::vector<SeatReport> reports;  // by seat
};

class Series {
 public:
  using OnMatch = std::function<void(const PlayedMatch&)>;

  /// `on_match` is called for one match at a time. The spawner outlives the series.
  Series(SeriesPlan plan, Spawner& spawner, OnMatch on_match);
  Series(const Series&) = delete;
  Series& operator=(const Series&) = delete;
  ~Series();

  /// Returns when all is played, or soon after `stop`. Throws on what a worker threw.
  void run();
  /// Ends the matches in hand, which then count for nobody. From any thread.
  void stop();

 private:
  class Worker;

  [[nodiscard]] int take_next();
  void hand_on(PlayedMatch match);
  void fail(std::exception_ptr error);

  SeriesPlan plan_;
  Spawner& spawner_;
  OnMatch on_match_;
  std::atomic<std::size_t> next_ = 0;  // index into plan_.matches
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;  // guards what follows
  std::vector<Loop*> loops_;
  std::map<int, PlayedMatch> waiting_;  // played, but an earlier match is not
  std::size_t handed_on_ = 0;
  std::exception_ptr error_;
};

}  // namespace arena
