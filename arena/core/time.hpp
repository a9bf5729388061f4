// The clock that deadlines are kept by: monotonic, in absolute points of time.
#pragma once

#include <chrono>

namespace arena {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;
using Duration = std::chrono::nanoseconds;

}  // namespace arena
