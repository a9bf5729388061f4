// Running one coroutine to its end on a loop, from plain code.
#pragma once

#include <exception>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>

#include "arena/peer/loop.hpp"

namespace arena {

/// Returns when the task is done; what else is on the loop waits for the next one. Throws what the
/// task threw.
inline void run_task(Loop& loop, boost::asio::awaitable<void> task) {
  std::exception_ptr error;
  bool done = false;
  loop.context().restart();  // it stopped itself if nothing was left when the last task was done
  boost::asio::co_spawn(loop.context(), std::move(task), [&](std::exception_ptr thrown) {
    error = thrown;
    done = true;
  });
  while (!done) loop.context().run_one();
  if (error) std::rethrow_exception(error);
}

}  // namespace arena
