// Lets long C++ work end soon after Ctrl-C: it runs in another thread, or asks now and then.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>

#include "python/src/in_process_bot.hpp"

namespace arena::python {

/// How often long work looks for signals.
inline constexpr auto signal_check = std::chrono::milliseconds(20);

/// Whether the caller must stop; the exception is set then. A signal's handler raised it, or
/// another thread sent it to this one, as `Calls::break_off` does. Needs the interpreter's lock.
bool interrupted();

/// Does `work`, without the interpreter's lock, and calls `look` with the lock now and then and at
/// the end. Ctrl-C, or an exception of `look`, requests a stop, ends the running calls of bots, and
/// is thrown after the work has ended. Else throws what the work throws. Call it with the lock.
void in_background(
    const std::function<void()>& work, std::stop_source& stopping, Calls& calls,
    const std::function<void()>& look = [] {});

}  // namespace arena::python
