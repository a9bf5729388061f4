// Running one coroutine to its end on a loop, from plain code.
#pragma once

#include <exception>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>

#include "arena/players/loop.hpp"

namespace arena {

/// Returns when the task, and all else on the loop, is done. Throws what the task threw.
inline void run_task(Loop& loop, boost::asio::awaitable<void> task) {
  std::exception_ptr error;
  boost::asio::co_spawn(loop.context(), std::move(task),
                        [&error](std::exception_ptr thrown) { error = thrown; });
  loop.run();
  loop.context().restart();
  if (error) std::rethrow_exception(error);
}

}  // namespace arena
