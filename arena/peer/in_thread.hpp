// Runs slow work in a thread of its own, so that the loop goes on meanwhile.
#pragma once

#include <future>
#include <thread>
#include <type_traits>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

#include "arena/peer/handler_guard.hpp"
#include "arena/peer/signal.hpp"
#include "arena/util/time.hpp"

namespace arena {

/// Returns what `work` returns, or throws what it throws. The thread has ended then. If the
/// coroutine is destroyed earlier, that waits for the thread: so `work` may refer to what outlives
/// the coroutine. REQUIRES: the loop itself is not destroyed meanwhile. Throws std::system_error if
/// there is no thread.
template <class Work>
boost::asio::awaitable<std::invoke_result_t<Work&>> in_thread(Work work) {
  std::packaged_task<std::invoke_result_t<Work&>()> task(std::move(work));
  auto result = task.get_future();
  Signal changed;
  bool is_done = false;
  const HandlerGuard guard;
  const auto executor = co_await boost::asio::this_coro::executor;
  auto note = guard([&] {
    is_done = true;
    changed.give();
  });
  const std::jthread thread([&task, executor, note = std::move(note)]() mutable {
    task();
    boost::asio::post(executor, std::move(note));
  });
  while (!is_done) co_await changed.wait_until(TimePoint::max());
  co_return result.get();
}

}  // namespace arena
