// Runs coroutines: one to its end from plain code, several at the same time, and work in a thread.
// Asio's slow templates are in task.cpp, and so are compiled once.
#pragma once

#include <functional>
#include <future>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "arena/peer/loop.hpp"

namespace arena {

/// Returns when the task ends; other work on the loop waits for the next task. Throws the exception
/// of the task, or else the first one of another handler. In that case it calls `break_off` and
/// still waits for the end of the task, which uses what the caller destroys next.
void run_task(
    Loop& loop, boost::asio::awaitable<void> task, const std::function<void()>& break_off = [] {});

/// Runs `tasks` at the same time and waits for all. Rethrows a task's exception.
boost::asio::awaitable<void> together(std::vector<boost::asio::awaitable<void>> tasks);

/// Returns when the work is done, which must not throw, and the thread has ended.
boost::asio::awaitable<void> await_thread(std::function<void()> work);

/// Returns what `work` returns, or throws what it throws. The thread has ended then. If the
/// coroutine is destroyed earlier, that waits for the thread: so `work` may refer to what outlives
/// the coroutine. Throws std::system_error if there is no thread or no descriptor.
template <class Work>
boost::asio::awaitable<std::invoke_result_t<Work&>> in_thread(Work work) {
  std::packaged_task<std::invoke_result_t<Work&>()> task(std::move(work));
  co_await await_thread([&task] { task(); });
  co_return task.get_future().get();
}

}  // namespace arena
