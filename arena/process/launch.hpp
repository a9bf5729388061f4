// Starts one program by vfork and exec, and learns what became of that. For the spawner alone: what
// the new process does before exec is child_setup.hpp's.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "arena/process/child_setup.hpp"
#include "arena/util/file_descriptor.hpp"

namespace arena {

struct Pipe {
  FileDescriptor read;
  FileDescriptor write;
};

/// Its ends are above 2, so that giving a child its descriptors 0 to 2 cannot run over them, and
/// closed by exec. Nothing, and errno: there is no room.
std::optional<Pipe> make_pipe();

struct Program {
  std::vector<std::string> command;      // the first word is a path
  std::vector<std::string> environment;  // all of it, as NAME=VALUE
};

struct NotStarted {
  std::string reason;
  int error = 0;  // an errno
};

/// The process, which has entered the program. `failure`: the pipe whose write end `setup` has.
std::variant<pid_t, NotStarted> launch(const Program& program, const ChildSetup& setup,
                                       Pipe& failure);

/// Ends a process that nobody will talk to.
void discard(pid_t pid);

}  // namespace arena
