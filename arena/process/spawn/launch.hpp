// Starts one program by vfork and exec, and reports whether that worked. Used only by the spawner.
// child_setup.hpp has what the new process does before exec.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "arena/process/spawn/child_setup.hpp"
#include "arena/util/file_io.hpp"

namespace arena {

struct Pipe {
  FileDescriptor read;
  FileDescriptor write;
};

/// Makes a pipe that exec closes. Its ends are above 2, so that setting a child's descriptors 0 to
/// 2 cannot overwrite them. No value if there is no room: see errno.
std::optional<Pipe> make_pipe();

struct Program {
  std::vector<std::string> command;      // the first word is a path
  std::vector<std::string> environment;  // complete, as NAME=VALUE
};

struct NotStarted {
  std::string reason;
  int error = 0;  // an errno
};

/// Returns the process after exec succeeded. `failure`: the pipe whose write end is in `setup`.
std::variant<pid_t, NotStarted> launch(const Program& program, const ChildSetup& setup,
                                       Pipe& failure);

/// Kills and reaps a process that is not needed.
void discard(pid_t pid);

}  // namespace arena
