#include "arena/process/limits/processor_clock.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "arena/util/text/plain_text.hpp"

namespace arena {

namespace {

constexpr Duration least_pause = std::chrono::milliseconds(1);  // between two looks
constexpr std::chrono::milliseconds most_pause{50};
constexpr int most_times = 20;
constexpr std::chrono::seconds most_beyond{10};

}  // namespace

void ProcessorClock::start(Duration limit) {
  limit_ = limit;
  used_ = Duration::zero();
  idle_ = Duration::zero();
  doubted_ = false;
  seen_.reset();
  before_ = processes_.time();
  look_at_ = loop_.now() + limit_;
  if (limit_ < longest_time) end_ = loop_.now() + most_times * limit_ + most_beyond;
}

/// Called again after each line that answers nothing. Does not move the next look, so a bot cannot
/// avoid it by sending such lines.
std::optional<Fault> ProcessorClock::run() {
  if (limit_ >= longest_time) return std::nullopt;
  if (loop_.now() >= look_at_) {
    if (auto late = look()) return late;
  }
  wait_for_look();
  return std::nullopt;
}

void ProcessorClock::stop() {
  ++question_;
  timer_.cancel();
}

/// The kernel forgets the time of processes that are gone, so keep the largest value.
Duration ProcessorClock::used() {
  used_ = std::max(used_, processes_.time() - before_);
  return used_;
}

std::optional<Fault> ProcessorClock::verdict(Duration used) const {
  if (used <= limit_) return std::nullopt;
  return Fault{
      FaultKind::time,
      fmt::format("no answer within {} of processor time; it took {:.1f}ms", duration_text(limit_),
                  std::chrono::duration<double, std::milli>(used).count())};
}

void ProcessorClock::wait_for_look() {
  timer_.expires_at(loop_.wall(look_at_));
  timer_.async_wait(guard_([this, question = question_](const boost::system::error_code& error) {
    if (error || question != question_) return;
    if (auto late = look()) return late_(std::move(*late));
    wait_for_look();
  }));
}

/// Counts a verdict only if it is the same at the next look, after the loop has run. Arena may have
/// waited for the processor itself, while the bot had already answered and was idle.
std::optional<Fault> ProcessorClock::look() {
  Duration pause = least_pause;
  if (auto late = judged()) {
    if (std::exchange(doubted_, true)) return late;
  } else {
    const Duration rest = std::min({limit_ - used_, limit_ - idle_, Duration(most_pause)});
    pause = std::max(pause, rest / 2 + rest * chance_.below(1024) / 2048);
  }
  look_at_ = loop_.now() + pause;
  return std::nullopt;
}

std::optional<Fault> ProcessorClock::judged() {
  const std::string limit = duration_text(limit_);
  const auto late = [](std::string why) { return Fault{FaultKind::time, std::move(why)}; };
  if (used() > limit_) return late(fmt::format("no answer within {} of processor time", limit));
  note_idle();
  if (idle_ >= limit_) {
    return late(
        fmt::format("no answer within {} of processor time; it has been idle for as long", limit));
  }
  if (loop_.now() >= end_) {
    return late(
        fmt::format("no answer within {} of processor time, nor within {} times that and {}", limit,
                    most_times, duration_text(most_beyond)));
  }
  return std::nullopt;
}

/// The kernel adds the time in a processor's queue only when the wait ends. While there may be such
/// a wait, leave the time since the last look to the next one. A wait for the disk is idle time: a
/// bot can seem to wait for it as long as it likes, by vfork.
void ProcessorClock::note_idle() {
  const TimePoint now = loop_.now();
  const ProcessorUse use = processor_use(processes_.members());
  if (seen_ && use.runs) return;
  if (seen_ && use.known) {
    const Duration awake = (use.run + use.waited) - (seen_->run + seen_->waited);
    idle_ += std::max(now - seen_at_ - std::max(awake, Duration::zero()), Duration::zero());
  }
  seen_ = use;
  seen_at_ = now;
}

}  // namespace arena
