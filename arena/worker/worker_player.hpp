// Plays batches, as play_here does, but in child processes: what ends one of them costs only the
// matches that it was playing, which are played again. It keeps its processes from batch to batch,
// and with them the tables of built-in bots.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/series/play/batch.hpp"
#include "arena/worker/plan.hpp"

namespace arena {

class WorkerProcess;

class WorkerPlayer {
 public:
  /// A match that so many workers did not survive is left out.
  static constexpr int most_failures = 3;

  /// `command`: the program as a path, and its arguments: {"/usr/bin/arena", "worker"}.
  /// A worker that is silent for `margin` longer than a match can be hangs, and is ended.
  /// Between two tries of a match it waits for `pause`: the computer may lack something for a
  /// moment, such as memory.
  explicit WorkerPlayer(std::vector<std::string> command, Duration margin = default_margin,
                        Duration pause = std::chrono::seconds(2));
  WorkerPlayer(const WorkerPlayer&) = delete;
  WorkerPlayer& operator=(const WorkerPlayer&) = delete;
  /// Ends its processes.
  ~WorkerPlayer();

  /// Plays the batch with one process for each job. As PlayBatch: matches come in the order of
  /// their numbers; only after a request to stop some in between may be missing. The record of a
  /// match that has ended `most_failures` workers says that it is left out (left_out_key). Throws
  /// Error if that is not the match's fault: if a worker ends without its bots too, or if workers
  /// say what they lack. One batch at a time. REQUIRES: the batch does not try starts, void matches
  /// or fail fast, as those of tournaments; no RemoteEntrant.
  void play(const Batch& batch, const BatchHooks& hooks, BatchResults& results,
            const std::stop_token& stop);

  /// A worker ended in this match, and why: a part of a sentence. Called from any thread, one at a
  /// time.
  std::function<void(int match, const std::string& why)> on_end = [](int, const std::string&) {};

 private:
  class Run;

  std::vector<std::string> command_;
  Duration margin_;
  Duration pause_;
  std::vector<std::unique_ptr<WorkerProcess>> workers_;  // by job; null before it plays
};

}  // namespace arena
