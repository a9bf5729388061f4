// The clock of a question that counts what processor time all of a bot's processes take, so that a
// busy machine costs nobody the game. House rule: who neither runs nor waits for a processor nor
// for the disk for as long as its limit, once that has passed by the wall, is late too.
#pragma once

#include <functional>
#include <optional>

#include "arena/core/fault.hpp"
#include "arena/core/time.hpp"
#include "arena/players/bot_processes.hpp"
#include "arena/players/handler_guard.hpp"
#include "arena/players/loop.hpp"

namespace arena {

class ProcessorClock {
 public:
  /// `late` is called with the reason when a question's time is over. The processes outlive this.
  ProcessorClock(Loop& loop, const BotProcesses& processes, std::function<void(Fault)> late)
      : processes_(processes), late_(std::move(late)), timer_(loop.executor()) {}

  /// A question is about to be sent, to be answered within `limit`.
  void start(Duration limit);
  /// Looks at the time from now on, until `stop`.
  void run();
  void stop();

  /// Since `start`.
  [[nodiscard]] Duration used() const { return processes_.time() - before_; }
  /// Why an answer that has come after `used` is none; nothing: it is in time.
  [[nodiscard]] std::optional<Fault> verdict(Duration used) const;

 private:
  void look();
  void look_again_after(Duration time);
  /// Adds to what it has been idle since the last look.
  void note_idle();

  const BotProcesses& processes_;
  std::function<void(Fault)> late_;
  Loop::Timer timer_;
  Duration limit_{0};
  Duration before_{0};                // used up before `start`
  Duration idle_{0};                  // since the limit has passed by the wall
  std::optional<ProcessorUse> seen_;  // at the last look
  TimePoint seen_at_;
  HandlerGuard guard_;
};

}  // namespace arena
