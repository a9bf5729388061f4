#include "arena/players/loop.hpp"

#include <chrono>
#include <csignal>

namespace arena {

namespace {
constexpr auto flush_delay = std::chrono::milliseconds(2);
constexpr auto beat = std::chrono::milliseconds(50);
constexpr auto most_between_looks = std::chrono::milliseconds(200);
constexpr int one_thread = 1;  // a hint only: posts from other threads stay safe
}  // namespace

Loop::Loop() : context_(one_thread), timer_(context_), beat_timer_(context_) {
  std::signal(SIGPIPE, SIG_IGN);
}

TimePoint Loop::now() {
  const TimePoint wall = Clock::now();
  if (beating_ && wall - seen_ > most_between_looks) lost_ += wall - seen_ - beat;
  seen_ = wall;
  return wall - lost_;
}

void Loop::begin_beating() {
  beating_ = true;
  seen_ = Clock::now();
  beat_soon();
}

void Loop::beat_soon() {
  beat_timer_.expires_after(beat);
  beat_timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    static_cast<void>(now());
    beating_ = waits_ > 0;
    if (beating_) beat_soon();
  });
}

void Loop::add(Flushable& news) {
  news.place_ = waiting_.size();
  waiting_.push_back(&news);
  if (!armed_) arm();
}

void Loop::remove(Flushable& news) {
  Flushable& last = *waiting_.back();
  waiting_[news.place_] = &last;
  last.place_ = news.place_;
  waiting_.pop_back();
  news.place_ = Flushable::nowhere;
}

void Loop::arm() {
  armed_ = true;
  timer_.expires_after(flush_delay);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    armed_ = false;
    flush_all();
  });
}

void Loop::flush_all() {
  for (std::size_t i = waiting_.size(); i-- > 0;) {
    Flushable& news = *waiting_[i];
    if (news.flush()) remove(news);
  }
  if (!waiting_.empty()) arm();
}

}  // namespace arena
