// Checks the versions and tryouts that wait: each in a child process (check_job.hpp), some at a
// time. Which comes next: check_queue.hpp.
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

#include "arena/contest/bots/bots.hpp"
#include "arena/contest/bots/tryouts.hpp"
#include "arena/contest/checks/check_job.hpp"
#include "arena/contest/checks/check_queue.hpp"
#include "arena/contest/contest.hpp"

namespace arena::contest {

struct CheckerSettings {
  std::vector<std::string> command;  // the program `arena checker`
  /// Null if there is no such contest any more.
  std::function<const Contest*(const std::string& id)> contest;
  /// A version has another state.
  std::function<void(const std::string& contest)> changed;
  std::function<void(const std::string&)> trouble;
  Now now;
  std::chrono::seconds first_look;
  std::chrono::milliseconds before_retry;  // after trouble of the server's own, such as a full disk
  int jobs = 1;  // checks at a time; apart from them, there is always room for a first look
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
  void run(bool may_be_long, const std::stop_token& stop);
  int news();
  /// What waits for a check.
  std::vector<QueuedCheck> queued();
  [[nodiscard]] std::chrono::seconds time_of(const CheckTurn& turn,
                                             std::chrono::seconds whole) const;
  [[nodiscard]] std::string why_refused(const Contest& contest) const;
  TurnEnd check(const CheckTurn& turn, const Version& version, const std::stop_token& stop);
  /// No value if a first look was too short.
  std::optional<CheckResult> run_child(const CheckTurn& turn, const Version& version,
                                       const Bot& bot, const Contest& contest,
                                       const std::stop_token& stop);
  TurnEnd try_out(const CheckTurn& turn, const std::stop_token& stop);
  /// No value if a first look was too short.
  std::optional<TryoutResult> result_of(const CheckTurn& turn, const Tryouts::Taken& taken,
                                        const Contest& contest);
  /// Does the job in a child process, which gets the upload in the job's folder, and returns what
  /// it answered. Empty if it took longer than `time`, or after a request to stop.
  std::optional<json::object> answer_of_child(const CheckJob& job, const std::string& upload,
                                              std::chrono::seconds time,
                                              const std::stop_token& stop);

  Bots& bots_;
  Tryouts& tryouts_;
  const StateFolder& folder_;
  CheckerSettings settings_;
  CheckQueue queue_;
  std::mutex mutex_;  // guards the rest; held for moments only, because handing in needs it
  std::condition_variable_any changed_;
  int news_ = 0;  // counts what was handed in
  struct Failures {
    int count = 0;
    int good_checks = 0;  // `good_checks_` at the last one
  };
  std::map<VersionId, Failures> failures_;  // of the server, not of the version
  int good_checks_ = 0;                     // of all versions
  std::vector<std::jthread> threads_;
};

}  // namespace arena::contest
