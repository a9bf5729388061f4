// An event loop that one thread runs, for any number of matches, with one flush timer. Everything
// on a loop happens in its thread; other threads may use only `executor` (to post). A thread of its
// own starts processes (spawner.hpp).
#pragma once

#include <cstddef>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/core/noncopyable.hpp>

#include "arena/util/time.hpp"

namespace arena {

class Loop;

/// May have unsent text. Registered with at most one loop; unregisters itself.
class Flushable : boost::noncopyable {
 public:
  virtual ~Flushable() = default;

 private:
  friend class Loop;
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  /// Sends what it can without waiting. Returns true if nothing is left.
  virtual bool flush() = 0;

  std::size_t place_ = nowhere;
};

/// While arena waits for someone, the loop looks at the clock every 50 ms. If much more time has
/// passed, arena itself did not run: it was stopped, or something kept it busy. That time
/// counts for no bot.
class Loop {
 public:
  using Executor = boost::asio::io_context::executor_type;
  using Timer = boost::asio::basic_waitable_timer<Clock, boost::asio::wait_traits<Clock>, Executor>;

  /// Makes the whole process ignore SIGPIPE; a write to a bot that ended returns an error instead.
  /// Throws std::system_error if the kernel refuses to watch more descriptors for this user.
  Loop();

  boost::asio::io_context& context() { return context_; }
  [[nodiscard]] Executor executor() { return context_.get_executor(); }

  /// Returns after this time.
  boost::asio::awaitable<void> pause(Duration time);

  /// Runs until nothing is left to do.
  void run() { context_.run(); }

  /// The loop's own clock: `Clock` without the time in which arena did not run.
  [[nodiscard]] TimePoint now();
  /// Converts a time of `Clock` to the loop's own clock, as far as is known now.
  [[nodiscard]] TimePoint own(TimePoint wall) {
    return wall == TimePoint::max() ? wall : wall - lost_;
  }
  /// The reverse.
  [[nodiscard]] TimePoint wall(TimePoint own) {
    return own == TimePoint::max() ? own : own + lost_;
  }
  /// From now until `end_wait`, arena waits for someone. The caller pairs the two calls.
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
  TimePoint seen_{};  // when `now` last read the clock, while beating
  Duration lost_{0};
  std::vector<Flushable*> waiting_;
};

}  // namespace arena
