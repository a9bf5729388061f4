// An event loop that one thread runs, for any number of matches, and its one flush timer.
// Everything on a loop happens in its thread; only `executor` may be used from others (to post).
// Not for: starting processes (spawner.hpp), which is done by a thread of its own.
#pragma once

#include <cstddef>
#include <vector>

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>

#include "arena/util/time.hpp"

namespace arena {

class Loop;

/// What may hold unsent news. Registered with at most one loop; unregisters itself.
class Flushable {
 public:
  Flushable() = default;
  Flushable(const Flushable&) = delete;
  Flushable& operator=(const Flushable&) = delete;

  virtual ~Flushable() = default;

 private:
  friend class Loop;
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  /// Sends what can be sent without waiting. True: nothing is left.
  virtual bool flush() = 0;

  std::size_t place_ = nowhere;
};

/// While somebody is waited for, the loop looks at the clock every 50 ms. If much more time than
/// that has passed, arena itself did not run: it was stopped, or something kept it busy. That time
/// is charged to nobody.
class Loop {
 public:
  using Executor = boost::asio::io_context::executor_type;
  using Timer = boost::asio::basic_waitable_timer<Clock, boost::asio::wait_traits<Clock>, Executor>;

  /// Makes the whole process ignore SIGPIPE: a bot that is gone is seen by write's error. Throws
  /// std::system_error if the kernel lets arena's user wait for nothing more.
  Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  ~Loop() = default;

  boost::asio::io_context& context() { return context_; }
  [[nodiscard]] Executor executor() { return context_.get_executor(); }

  /// Runs until nothing is left to do, or `stop`.
  void run() { context_.run(); }
  void stop() { context_.stop(); }

  /// The loop's own clock: that of `Clock`, less the time in which arena did not run.
  [[nodiscard]] TimePoint now();
  /// A point of time of `Clock` on the loop's own clock, as far as is known now.
  [[nodiscard]] TimePoint own(TimePoint wall) {
    return wall == TimePoint::max() ? wall : wall - lost_;
  }
  /// The other way round.
  [[nodiscard]] TimePoint wall(TimePoint own) {
    return own == TimePoint::max() ? own : own + lost_;
  }
  /// From now on until `end_wait`, somebody is waited for. Both are called equally often.
  void begin_wait() {
    ++waits_;
    if (!beating_) begin_beating();
  }
  void end_wait() { --waits_; }

  /// Flushes `news` within about 2 ms, unless `forget` comes first. Repeated calls count once.
  void flush_soon(Flushable& news) {
    if (news.place_ == Flushable::nowhere) add(news);
  }
  void forget(Flushable& news) {
    if (news.place_ != Flushable::nowhere) remove(news);
  }

 private:
  void add(Flushable& news);
  void remove(Flushable& news);
  void arm();
  void flush_all();
  void begin_beating();
  void beat_soon();

  boost::asio::io_context context_;
  Timer timer_;
  bool armed_ = false;
  Timer beat_timer_;
  bool beating_ = false;
  int waits_ = 0;
  TimePoint seen_{};  // when the clock was looked at last, while beating
  Duration lost_{0};
  std::vector<Flushable*> waiting_;
};

}  // namespace arena
