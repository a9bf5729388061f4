#include "arena/players/processor_clock.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "arena/core/text.hpp"
#include "arena/players/plain_text.hpp"

namespace arena {

namespace {

constexpr std::chrono::milliseconds least_pause{1};  // between two looks

double milliseconds(Duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

}  // namespace

void ProcessorClock::start(Duration limit) {
  limit_ = limit;
  idle_ = Duration::zero();
  seen_.reset();
  before_ = processes_.time();
}

void ProcessorClock::run() {
  if (limit_ < longest_time) look_again_after(limit_);
}

void ProcessorClock::stop() { timer_.cancel(); }

std::optional<Fault> ProcessorClock::verdict(Duration used) const {
  if (used <= limit_) return std::nullopt;
  return Fault{FaultKind::time,
               fmt::format("no answer within {} of processor time; it took {:.1f}ms",
                           duration_text(limit_), milliseconds(used))};
}

void ProcessorClock::look_again_after(Duration time) {
  timer_.expires_after(std::max<Duration>(time, least_pause));
  timer_.async_wait(guard_([this](const boost::system::error_code& error) {
    if (!error) look();
  }));
}

void ProcessorClock::look() {
  const Duration left = limit_ - used();
  if (left < Duration::zero()) {
    return late_({FaultKind::time,
                  fmt::format("no answer within {} of processor time", duration_text(limit_))});
  }
  note_idle();
  if (idle_ >= limit_) {
    return late_({FaultKind::time,
                  fmt::format("no answer within {} of processor time; it has been idle for as long",
                              duration_text(limit_))});
  }
  look_again_after(std::min(left, limit_ - idle_));
}

void ProcessorClock::note_idle() {
  const TimePoint now = Clock::now();
  const ProcessorUse use = processor_use(processes_.members());
  if (seen_ && use.known && !use.busy) {
    const Duration awake = (use.run + use.waited) - (seen_->run + seen_->waited);
    idle_ += std::max(now - seen_at_ - awake, Duration::zero());
  }
  seen_ = use;
  seen_at_ = now;
}

}  // namespace arena
