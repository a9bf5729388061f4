// What a bot has had of the processors while it was asked: whether it thinks or answers at once,
// and how long it was kept from thinking because something else ran. Costs nothing for answers at
// once; a slow one is looked at when it has come.
#pragma once

#include <sys/types.h>

#include <optional>
#include <vector>

#include "arena/peer/peer.hpp"
#include "arena/process/bot_processes.hpp"
#include "arena/util/time.hpp"

namespace arena {

class Thinking {
 public:
  /// The processes outlive this. One thread only: that which waits for the answers.
  explicit Thinking(const BotProcesses& processes)
      : processes_(processes), own_before_(own_wait()) {}

  /// An answer came after `waited`, or its time was over then.
  void took(Duration waited);

  /// Whether the bot ran for a millisecond or more an answer, on average since the last slow one.
  /// On a busy machine the answers of an instant bot are slow now and then, too.
  [[nodiscard]] bool thinks() const { return thinks_; }
  [[nodiscard]] const Pace& pace() const { return pace_; }

  /// As in `Peer`.
  Duration run_beside();

 private:
  void look_closely(Duration waited);
  /// With what those had that have ended.
  [[nodiscard]] ProcessorUse use_of_known() const;
  [[nodiscard]] Duration starved(Duration waited, const ProcessorUse& use, Duration own) const;

  const BotProcesses& processes_;
  Pace pace_;
  std::optional<Duration> first_run_;  // of all its processes, at the first answer
  Duration answering_{0};              // that the known ones have run while the bot was asked
  Duration beside_{0};                 // as in run_beside, in all
  bool thinks_ = false;
  unsigned slow_answers_ = 0;
  std::vector<pid_t> known_;  // looked for at the 1st, 4th, 8th, 16th ... slow answer only
  // Since the last slow answer:
  int answers_ = 0;
  Duration quick_{0};    // what all others took together
  ProcessorUse before_;  // of those known, at that time
  Duration own_before_;
};

}  // namespace arena
