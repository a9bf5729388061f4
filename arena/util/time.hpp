// The clock that deadlines are kept by (monotonic, in absolute points of time), and the limits that
// they come from.
#pragma once

#include <chrono>
#include <optional>

namespace arena {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;
using Duration = std::chrono::nanoseconds;

/// No limit and no recorded time is longer.
constexpr Duration longest_time = std::chrono::seconds(100'000'000);

/// What counts as thinking: the time that passes, or the processor time that all of a bot's
/// processes take.
enum class ClockKind { wall, cpu };

/// How long a player may think.
struct TimeControl {
  Duration move_time = std::chrono::seconds(10);   // for one question, refused answers included
  std::optional<Duration> game_time;               // for all questions of a match; none: unlimited
  Duration increment{0};                           // added to what is left after each answer
  Duration start_time = std::chrono::seconds(10);  // until a process has read its first question
  ClockKind clock = ClockKind::wall;  // of processes that arena has started; others pay by the wall
};

}  // namespace arena
