// Runs one coroutine to its end on a loop, from plain code.
#pragma once

#include <exception>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>

#include "arena/peer/loop.hpp"

namespace arena {

/// Returns when the task ends; other work on the loop waits for the next task. Throws the exception
/// of the task, or else the first one of another handler. In that case it calls `break_off` and
/// still waits for the end of the task, which uses what the caller destroys next.
template <class BreakOff>
void run_task(Loop& loop, boost::asio::awaitable<void> task, BreakOff break_off) {
  std::exception_ptr error;
  std::exception_ptr beside;
  bool done = false;
  loop.context().restart();  // the loop stopped itself if nothing was left after the last task
  boost::asio::co_spawn(loop.context(), std::move(task), [&](std::exception_ptr thrown) {
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

inline void run_task(Loop& loop, boost::asio::awaitable<void> task) {
  run_task(loop, std::move(task), [] {});
}

}  // namespace arena
