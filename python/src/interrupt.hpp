// Lets long C++ work end soon after Ctrl-C.
#pragma once

namespace arena::python {

/// Whether the caller must stop; the exception is set then. A signal's handler raised it, or
/// somebody sent it to this thread, as `Calls::break_off` does. Needs the interpreter's lock.
bool interrupted();

}  // namespace arena::python
