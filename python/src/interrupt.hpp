// What Python wants of C++ code that takes long: to end soon after Ctrl-C.
#pragma once

namespace arena::python {

/// Whether the caller is to end, with the exception set: a signal's handler raised, or an exception
/// was sent to this thread, as `Calls::break_off` sends it. Needs the interpreter's lock.
bool interrupted();

}  // namespace arena::python
