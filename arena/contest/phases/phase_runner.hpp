// Plays one phase in a thread of its own, from its beginning to its end by the host's clock. The
// phase's store is all that it keeps: after a stop or a crash the next runner goes on from there.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "arena/contest/moment.hpp"
#include "arena/contest/phases/games_per_day.hpp"
#include "arena/contest/phases/phase_field.hpp"
#include "arena/contest/phases/phase_turns.hpp"
#include "arena/series/play/batch.hpp"

namespace arena {
class WorkerPlayer;
}

namespace arena::contest {

/// What all runners of a host share.
struct RunnerSettings {
  std::vector<std::string> worker;  // the command that plays matches (WorkerPlayer)
  int jobs = 1;                     // of one phase
  Turns& turns;
  std::function<void()> games_begin;  // returns when bots that play here play nowhere else
  std::function<void(const std::string&)> trouble;
};

class PhaseRunner {
 public:
  /// Finds out from the store how far the phase has come. What it refers to outlives it.
  PhaseRunner(Phase phase, const RunnerSettings& settings);
  PhaseRunner(const PhaseRunner&) = delete;
  PhaseRunner& operator=(const PhaseRunner&) = delete;
  ~PhaseRunner();

  [[nodiscard]] const Phase& phase() const { return phase_; }
  [[nodiscard]] PhaseState state() const;
  /// Why nothing is played now, who cannot join or leave, which workers ended, and which games were
  /// left out; empty if all is well.
  [[nodiscard]] std::string problem() const;

  /// Begins or ends the phase if it is time. Call it often. This and the next three: from one
  /// thread at a time.
  void tick(Moment now);
  /// Begins at the next `tick`, before its date. Throws Error if it has begun.
  void begin_early();
  /// Ends now, before its date. Throws Error if it has no games, or is over.
  void end_early();
  /// Makes the file that everybody may have of the phase, once it is over. It takes a while for
  /// many games.
  void make_download();
  /// Versions may have become active, or been disqualified.
  void bots_changed();
  /// Stops soon, without an end of the phase; `tick` would go on with it. Waits until it has
  /// stopped.
  void stop();
  /// Only asks it to stop.
  void request_stop() { thread_.request_stop(); }
  /// Stops, and puts the store aside: the phase begins again at the next `tick`. Throws Error if it
  /// would end at once, as its time is over.
  void start_again(Moment now);

 private:
  [[nodiscard]] bool is_late(Moment now) const;
  void begin();
  void update();
  void end();
  void run(const std::stop_token& stop);
  bool play(Store& store, const std::stop_token& stop);
  [[nodiscard]] PlayBatch in_turn(WorkerPlayer& player);
  void await_games_of_day(const std::stop_token& stop);
  void pause(const std::stop_token& stop, std::chrono::milliseconds most);
  bool create(std::optional<Store>& store, const std::stop_token& stop);
  void set_problem(const std::string& problem);
  struct Problem {
    std::string now;
    std::string said;  // last
  };
  void report(Problem& kept, const std::string& problem);
  void report_worker_end(int match, const std::string& why);
  void remember_left_out(const Store& store);
  void report_left_out(const Record& record, int match);
  void say(const std::string& problem) const;
  void prune_logs(int match) const;

  Phase phase_;
  const RunnerSettings& settings_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  PhaseState state_ = PhaseState::waiting;
  bool has_news_ = false;  // of bots, for the thread
  bool wants_update_ = false;
  Problem play_;                 // why nothing is played now
  Problem absent_;               // who cannot join or leave
  std::string left_out_;         // games
  unsigned left_out_games_ = 0;  // of the phase
  std::string ended_workers_;
  unsigned worker_ends_ = 0;
  GamesPerDay games_per_day_;
  TimePoint next_download_{};  // when it may be tried; for the caller of `tick`
  TimePoint next_end_{};       // likewise
  bool is_early_ = false;      // its date does not matter any more; for the caller of `tick`
  std::jthread thread_;
};

}  // namespace arena::contest
