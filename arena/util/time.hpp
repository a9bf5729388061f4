// The monotonic clock of deadlines, which are absolute points of time, and the limits behind them.
#pragma once

#include <chrono>
#include <optional>

namespace arena {

using TimePoint = std::chrono::steady_clock::time_point;
using Duration = std::chrono::nanoseconds;

/// `now` is alone in time.cpp, so that a test program can bring one of its own, which it moves
/// (tests/time/moved_clock.hpp).
struct Clock {
  using time_point = TimePoint;
  using duration = Duration;
  using rep = duration::rep;
  using period = duration::period;
  static constexpr bool is_steady = true;

  static TimePoint now();
};

/// No limit and no recorded time is longer than this.
constexpr Duration longest_time = std::chrono::seconds(100'000'000);

/// What counts as thinking: the time that passes, or the processor time of all processes of a bot.
enum class ClockKind { wall, cpu };

/// How long a player may think.
struct TimeControl {
  Duration move_time = std::chrono::seconds(10);   // for one question, including refused answers
  std::optional<Duration> game_time;               // for all questions of a match; none is no limit
  Duration increment{0};                           // added to the time left after each answer
  Duration start_time = std::chrono::seconds(10);  // for a process to read its first question
  ClockKind clock = ClockKind::wall;  // of processes that arena started; others use wall
};

}  // namespace arena
