#include "tests/time/moved_clock.hpp"

#include <algorithm>
#include <atomic>

namespace arena {

namespace {
std::atomic<TimePoint> moved_now{TimePoint(std::chrono::hours(1))};
}

TimePoint Clock::now() { return moved_now; }

namespace test {

void settle(Loop& loop) {
  boost::asio::io_context& context = loop.context();
  context.restart();
  // The kernel wakes Asio for timers by its own clock, and at once for one from before all time.
  Loop::Timer first(loop.executor(), TimePoint::min());
  bool looked = false;
  first.async_wait([&looked](const boost::system::error_code&) { looked = true; });
  while (!looked) context.run_one();
  while (context.poll() > 0) {
  }
}

void pass(Loop& loop, Duration time) {
  constexpr Duration step = 10ms;
  for (const TimePoint end = Clock::now() + time; Clock::now() < end;) {
    moved_now = std::min(end, Clock::now() + step);
    settle(loop);
  }
}

void stop_arena(Duration time) { moved_now = Clock::now() + time; }

}  // namespace test

}  // namespace arena
