// Running one coroutine to its end on a loop, from plain code.
#pragma once

#include <exception>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>

#include "arena/players/loop.hpp"

namespace arena {

/// Returns when the task is done; what else is on the loop waits for the next one. Throws what the
/// task threw, or else what another handler did first: the task is not left half done, as it refers
/// to what the caller destroys then. `break_off` is called in that case, to end it soon.
template <class BreakOff>
void run_task(Loop& loop, boost::asio::awaitable<void> task, BreakOff break_off) {
  std::exception_ptr error;
  std::exception_ptr beside;
  bool done = false;
  loop.context().restart();  // it stopped itself if nothing was left when the last task was done
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
