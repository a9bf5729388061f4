// Child processes as the yardsticks start them (posix_spawn, nothing else), and where they run.
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <string>
#include <vector>

#include "arena/util/file_descriptor.hpp"

namespace arena::bench {

/// The last of the cores on which this process may run: interrupts like the first one.
int last_core();

/// Binds the calling thread, and all that it starts, to one core for a scope.
class OnCore {
 public:
  explicit OnCore(int core);
  OnCore(const OnCore&) = delete;
  OnCore& operator=(const OnCore&) = delete;
  ~OnCore();

 private:
  cpu_set_t before_{};
};

/// A process with pipes to its standard input and from its output.
struct Child {
  pid_t pid = 0;
  FileDescriptor in;  // what we write, it reads
  FileDescriptor out;
};

/// Returns when the program has been entered. Throws std::runtime_error.
Child start_child(const std::vector<std::string>& command);

/// Closes the pipes and waits until the process has ended. Throws if it ended badly.
void end_child(Child& child);

/// Runs a command to its end; what it prints goes nowhere. Throws if it ended badly.
void run_child(const std::vector<std::string>& command);

/// Runs a command to its end and returns what it printed. Throws if it ended badly.
std::string output_of(const std::vector<std::string>& command);

}  // namespace arena::bench
