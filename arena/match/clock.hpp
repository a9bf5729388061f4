// How long a seat may think: per answer, and over a match with an increment.
// Callers pass the time, so tests do not sleep. Answers cost whole milliseconds, as in records, so
// a replay computes the same times.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "arena/util/time.hpp"

namespace arena {

class SeatClock {
 public:
  explicit SeatClock(const TimeControl& control) : control_(control), left_(control.game_time) {}

  /// The time for the next answer.
  [[nodiscard]] Duration allowance() const {
    return left_ ? std::min(control_.move_time, std::max(*left_, Duration::zero()))
                 : control_.move_time;
  }
  /// The time that an answer after `thought` costs.
  static std::chrono::milliseconds counted(Duration thought) {
    return std::chrono::round<std::chrono::milliseconds>(thought);
  }
  void charge(std::chrono::milliseconds thought) {
    if (left_)
      left_ = std::clamp(*left_ + control_.increment - thought, -longest_time, longest_time);
  }

 private:
  TimeControl control_;
  std::optional<Duration> left_;
};

/// When arena passes on an answer to a question, so that its time reveals nothing: at the next
/// multiple of `quantum` after the question. REQUIRES: quantum > 0, asked <= now.
inline TimePoint next_multiple(TimePoint asked, TimePoint now, Duration quantum) {
  const Duration beyond = (now - asked) % quantum;
  return beyond == Duration::zero() && now > asked ? now : now + (quantum - beyond);
}

}  // namespace arena
