// How much a bot ran while it was asked: whether it thinks or answers at once, and how long other
// programs kept it from running. Quick answers cost nothing; a slow one is examined after it came.
#pragma once

#include <sys/types.h>

#include <optional>
#include <vector>

#include "arena/peer/peer.hpp"
#include "arena/process/limits/bot_processes.hpp"
#include "arena/util/time.hpp"

namespace arena {

class Thinking {
 public:
  /// REQUIRES: the processes outlive this. Use it only in the thread that waits for the answers.
  explicit Thinking(const BotProcesses& processes)
      : processes_(processes), own_before_(own_wait()) {}

  /// Call it when an answer came after `waited`, or when the time was over then.
  void took(Duration waited);

  /// Whether the bot ran for at least 1 ms per answer, on average since the last slow answer. On a
  /// busy machine, an instant bot's answers are sometimes slow too.
  [[nodiscard]] bool thinks() const { return thinks_; }
  [[nodiscard]] const Pace& pace() const { return pace_; }

  /// As in `Peer`.
  Duration run_beside();

 private:
  void look_closely(Duration waited);
  /// Includes the time of ended threads and children.
  [[nodiscard]] ProcessorUse use_of_known() const;
  [[nodiscard]] Duration starved(Duration waited, const ProcessorUse& use, Duration own) const;

  const BotProcesses& processes_;
  Pace pace_;
  std::optional<Duration> first_run_;  // of all its processes, when the first answer came
  Duration answering_{0};              // run time of the known processes while the bot was asked
  Duration beside_{0};                 // total of run_beside
  bool thinks_ = false;
  unsigned slow_answers_ = 0;
  std::vector<pid_t> known_;  // updated at slow answers 1, 4, 8, 16 ...
  // Since the last slow answer:
  int answers_ = 0;
  Duration quick_{0};    // total waiting time of the quick answers
  ProcessorUse before_;  // of the known processes, at the last slow answer
  Duration own_before_;
};

}  // namespace arena
