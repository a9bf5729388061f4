// Plays in another thread, while Python's thread handles its signals.
#pragma once

#include <functional>
#include <stop_token>

#include "python/src/in_process_bot.hpp"

namespace arena::python {

/// Does `work`, without the interpreter's lock, and calls `look` with the lock now and then and at
/// the end. Ctrl-C, or an exception of `look`, requests a stop, ends the running calls of bots, and
/// is thrown after the work has ended. Else throws what the work throws. Call it with the lock.
void in_background(
    const std::function<void()>& work, std::stop_source& stopping, Calls& calls,
    const std::function<void()>& look = [] {});

}  // namespace arena::python
