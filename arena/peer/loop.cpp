#include "arena/peer/loop.hpp"

#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <system_error>

#include <boost/asio/use_awaitable.hpp>

#include "arena/util/file_io.hpp"

namespace arena {

namespace {
constexpr auto flush_delay = std::chrono::milliseconds(2);
constexpr auto beat = std::chrono::milliseconds(50);
constexpr auto most_between_looks = std::chrono::milliseconds(200);
constexpr int one_thread = 1;  // only a hint: other threads may still post safely

/// Throws if the kernel does not watch the two descriptors that wake a loop; other programs of the
/// same user can use up the limit. Asio ignores that error, and then the loop would never wake.
void demand_room_to_wait() {
  const FileDescriptor all(::epoll_create1(EPOLL_CLOEXEC));
  const FileDescriptor one(::eventfd(0, EFD_CLOEXEC));
  epoll_event event{};
  if (all && one && ::epoll_ctl(all.number(), EPOLL_CTL_ADD, one.number(), &event) == 0) return;
  throw std::system_error(errno, std::generic_category(), "no room to wait for bots");
}

}  // namespace

Loop::Loop() : context_(one_thread), timer_(context_), beat_timer_(context_) {
  std::signal(SIGPIPE, SIG_IGN);
  demand_room_to_wait();
}

boost::asio::awaitable<void> Loop::pause(Duration time) {
  Timer timer(executor(), time);
  co_await timer.async_wait(boost::asio::use_awaitable);
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
