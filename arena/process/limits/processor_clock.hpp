// A question's clock that counts the processor time of all processes of a bot, so that no bot loses
// because the machine is busy. A bot is also late if it neither runs nor waits for a processor for
// as long as its limit after the limit has passed in real time. And it is always late after 20
// times its limit plus ten seconds.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "arena/core/fault.hpp"
#include "arena/core/rng.hpp"
#include "arena/peer/handler_guard.hpp"
#include "arena/peer/loop.hpp"
#include "arena/process/limits/bot_processes.hpp"
#include "arena/util/time.hpp"

namespace arena {

class ProcessorClock {
 public:
  /// Calls `late` with the reason when the time is over. REQUIRES: the processes outlive this.
  ProcessorClock(Loop& loop, const BotProcesses& processes, std::function<void(Fault)> late)
      : loop_(loop),
        processes_(processes),
        late_(std::move(late)),
        timer_(loop.executor()),
        chance_(static_cast<std::uint64_t>(Clock::now().time_since_epoch().count())) {}

  /// Starts the time of a question. Call it just before sending the question.
  void start(Duration limit);
  /// Starts watching the time, until `stop`. Returns a fault if the time is already over.
  std::optional<Fault> run();
  void stop();

  /// The time used since `start`. Never decreases.
  Duration used();
  /// The fault of an answer that came after `used`. No value if it is in time.
  [[nodiscard]] std::optional<Fault> verdict(Duration used) const;

 private:
  /// Sets the time of the next look. Returns a fault if the time is over.
  std::optional<Fault> look();
  [[nodiscard]] std::optional<Fault> judged();
  void wait_for_look();
  /// Adds the idle time since the last look.
  void note_idle();

  Loop& loop_;
  const BotProcesses& processes_;
  std::function<void(Fault)> late_;
  Loop::Timer timer_;
  Duration limit_{0};
  Duration before_{0};                // processor time before `start`
  Duration used_{0};                  // the largest value so far
  Duration idle_{0};                  // since the limit passed in real time
  TimePoint look_at_;                 // when to look next, on the loop's own clock
  TimePoint end_;                     // in real time, on the loop's own clock
  bool doubted_ = false;              // the last look found that the time is over
  unsigned question_ = 0;             // looks for an earlier question are ignored
  std::optional<ProcessorUse> seen_;  // at the last look
  TimePoint seen_at_;
  Rng chance_;  // random times of looks, so that a bot cannot foresee them
  HandlerGuard guard_;
};

}  // namespace arena
