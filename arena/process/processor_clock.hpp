// The clock of a question that counts what processor time all of a bot's processes take, so that a
// busy machine costs nobody the game. House rule: who neither runs nor waits for a processor for as
// long as its limit, once that has passed by the wall, is late too; and so is, whatever it does,
// who has not answered after 20 times its limit and ten seconds.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "arena/core/fault.hpp"
#include "arena/core/rng.hpp"
#include "arena/peer/handler_guard.hpp"
#include "arena/peer/loop.hpp"
#include "arena/process/bot_processes.hpp"
#include "arena/util/time.hpp"

namespace arena {

class ProcessorClock {
 public:
  /// `late` is called with the reason when a question's time is over. The processes outlive this.
  ProcessorClock(Loop& loop, const BotProcesses& processes, std::function<void(Fault)> late)
      : loop_(loop),
        processes_(processes),
        late_(std::move(late)),
        timer_(loop.executor()),
        chance_(static_cast<std::uint64_t>(Clock::now().time_since_epoch().count())) {}

  /// A question is about to be sent, to be answered within `limit`.
  void start(Duration limit);
  /// Looks at the time from now on, until `stop`. Returns why it is over already, if it is.
  std::optional<Fault> run();
  void stop();

  /// Since `start`; never less than it was.
  Duration used();
  /// Why an answer that has come after `used` is none; nothing: it is in time.
  [[nodiscard]] std::optional<Fault> verdict(Duration used) const;

 private:
  /// Says when to look next; returns why the time is over, if it is.
  std::optional<Fault> look();
  [[nodiscard]] std::optional<Fault> judged();
  void wait_for_look();
  /// Adds to what it has been idle since the last look.
  void note_idle();

  Loop& loop_;
  const BotProcesses& processes_;
  std::function<void(Fault)> late_;
  Loop::Timer timer_;
  Duration limit_{0};
  Duration before_{0};                // used up before `start`
  Duration used_{0};                  // the most that was seen
  Duration idle_{0};                  // since the limit has passed by the wall
  TimePoint look_at_;                 // when to look next, on the loop's own clock
  TimePoint end_;                     // by the wall, on the loop's own clock
  bool doubted_ = false;              // its time is over, or so it seemed once
  unsigned question_ = 0;             // a look for an earlier one is none
  std::optional<ProcessorUse> seen_;  // at the last look
  TimePoint seen_at_;
  Rng chance_;  // nobody is to know when it is looked at
  HandlerGuard guard_;
};

}  // namespace arena
