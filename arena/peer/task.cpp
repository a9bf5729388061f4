#include "arena/peer/task.hpp"

#include <sys/eventfd.h>

#include <cerrno>
#include <exception>
#include <system_error>
#include <thread>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace arena {

namespace asio = boost::asio;

void run_task(Loop& loop, asio::awaitable<void> task, const std::function<void()>& break_off) {
  std::exception_ptr error;
  std::exception_ptr beside;
  bool done = false;
  loop.context().restart();  // the loop stopped itself if nothing was left after the last task
  asio::co_spawn(loop.context(), std::move(task), [&](std::exception_ptr thrown) {
    error = thrown;
    done = true;
  });
  while (!done) {
    try {
      loop.context().run_one();
    } catch (...) {
      if (!beside) beside = std::current_exception();
      break_off();
    }
  }
  if (error || beside) std::rethrow_exception(error ? error : beside);
}

asio::awaitable<void> together(std::vector<asio::awaitable<void>> tasks) {
  if (tasks.size() == 1) {
    co_await std::move(tasks.front());
    co_return;
  }
  if (tasks.empty()) co_return;
  const auto executor = co_await asio::this_coro::executor;
  using Started = decltype(asio::co_spawn(executor, std::move(tasks.front()), asio::deferred));
  std::vector<Started> started;
  started.reserve(tasks.size());
  for (auto& task : tasks)
    started.push_back(asio::co_spawn(executor, std::move(task), asio::deferred));
  auto [order, errors] = co_await asio::experimental::make_parallel_group(std::move(started))
                             .async_wait(asio::experimental::wait_for_all(), asio::use_awaitable);
  for (const auto& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

asio::awaitable<void> await_thread(std::function<void()> work) {
  // The thread does not touch the loop, which may be about to end.
  const int event = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (event < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  asio::posix::stream_descriptor done(co_await asio::this_coro::executor, event);
  const std::jthread thread([&work, event] {
    work();
    ::eventfd_write(event, 1);
  });
  boost::system::error_code ignored;
  co_await done.async_wait(asio::posix::descriptor_base::wait_read,
                           asio::redirect_error(asio::use_awaitable, ignored));
}

}  // namespace arena
