// Checks the versions that wait, in the order in which they were handed in: each in a child process
// (check_job.hpp), some at a time. Tryouts and versions take turns.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "arena/host/bots.hpp"
#include "arena/host/check_job.hpp"
#include "arena/host/contest.hpp"
#include "arena/host/tryouts.hpp"

namespace arena::host {

struct CheckerSettings {
  std::vector<std::string> command;  // the program `arena checker`
  /// Null if there is no such contest any more.
  std::function<const Contest*(const std::string& id)> contest;
  /// A version has another state.
  std::function<void(const std::string& contest)> changed;
  std::function<void(const std::string&)> trouble;
  int jobs = 1;  // checks at a time
};

class Checker {
 public:
  /// What was being checked when the server ended waits again. What it refers to outlives it.
  Checker(Bots& bots, Tryouts& tryouts, const StateFolder& folder, CheckerSettings settings);
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;
  ~Checker() { stop(); }

  void start();
  /// Ends running checks; their versions are checked again after the next start.
  void stop();
  /// Something was handed in.
  void wake();

 private:
  void run(const std::stop_token& stop);
  int news();
  void check(const Version& version, const std::stop_token& stop);
  CheckResult run_child(const Version& version, const Bot& bot, const Contest& contest,
                        const std::stop_token& stop);
  void try_out(const Tryouts::Taken& taken, const std::stop_token& stop);
  TryoutResult result_of(const Tryouts::Taken& taken, const Contest& contest);
  /// Does the job in a child process, which gets the upload in the job's folder, and returns what
  /// it answered. Empty if it took longer than `time`, or after a request to stop.
  std::optional<json::object> answer_of_child(const CheckJob& job, const std::string& upload,
                                              std::chrono::seconds time,
                                              const std::stop_token& stop);

  Bots& bots_;
  Tryouts& tryouts_;
  const StateFolder& folder_;
  CheckerSettings settings_;
  std::mutex mutex_;  // guards the rest; held for moments only, because handing in needs it
  std::condition_variable_any changed_;
  int news_ = 0;                       // counts what was handed in
  std::map<VersionId, int> failures_;  // of the server, not of the version
  std::vector<std::jthread> threads_;
};

}  // namespace arena::host
