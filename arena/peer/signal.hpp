// Lets one coroutine wait for something that plain code reports, on the same loop.
#pragma once

#include <optional>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "arena/util/time.hpp"

namespace arena {

class Signal {
 public:
  /// Returns at `deadline`, or after `give`.
  boost::asio::awaitable<void> wait_until(TimePoint deadline) {
    timer_.emplace(co_await boost::asio::this_coro::executor, deadline);
    boost::system::error_code ignored;
    co_await timer_->async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
    timer_.reset();
  }
  void give() {
    if (timer_) timer_->cancel();
  }

 private:
  std::optional<boost::asio::basic_waitable_timer<Clock>> timer_;
};

}  // namespace arena
