// Who plays a tournament: at most one process at a time may write matches into a store. The kernel
// releases the lock when that process ends, however it ends.
#pragma once

#include <string>

#include "arena/util/file_io.hpp"

namespace arena {

class Holder {
 public:
  /// Takes hold of the store at `path`, by a lock on the file `path`.lock beside it. Throws Error
  /// with the process id, the host and the time of whoever holds it.
  explicit Holder(const std::string& path);

 private:
  FileDescriptor file_;
};

}  // namespace arena
