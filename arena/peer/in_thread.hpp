// Runs slow work in a thread of its own, so that the loop goes on meanwhile.
#pragma once

#include <sys/eventfd.h>

#include <cerrno>
#include <future>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace arena {

/// Returns what `work` returns, or throws what it throws. The thread has ended then. If the
/// coroutine is destroyed earlier, that waits for the thread: so `work` may refer to what outlives
/// the coroutine. Throws std::system_error if there is no thread or no descriptor.
template <class Work>
boost::asio::awaitable<std::invoke_result_t<Work&>> in_thread(Work work) {
  std::packaged_task<std::invoke_result_t<Work&>()> task(std::move(work));
  auto result = task.get_future();
  // The thread does not touch the loop, which may be about to end.
  const int event = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (event < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  boost::asio::posix::stream_descriptor done(co_await boost::asio::this_coro::executor, event);
  const std::jthread thread([&task, event] {
    task();
    ::eventfd_write(event, 1);
  });
  boost::system::error_code ignored;
  co_await done.async_wait(boost::asio::posix::descriptor_base::wait_read,
                           boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
  co_return result.get();
}

}  // namespace arena
