// How long a seat may think: per answer, and over a match with an increment.
// Pure reckoning: the time is handed in, so tests need no sleep. Answers are charged in whole
// milliseconds, as records have them, so that a replay reckons the same.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "arena/util/time.hpp"

namespace arena {

class SeatClock {
 public:
  explicit SeatClock(const TimeControl& control) : control_(control), left_(control.game_time) {}

  /// The time for one answer as things stand.
  [[nodiscard]] Duration allowance() const {
    return left_ ? std::min(control_.move_time, std::max(*left_, Duration::zero()))
                 : control_.move_time;
  }
  /// An answer came after `thought`: what that counts as.
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

}  // namespace arena
