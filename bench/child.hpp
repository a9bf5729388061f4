// Child processes for the yardsticks, started by posix_spawn only, and the core they run on.
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <string>
#include <vector>

#include "arena/util/file_io.hpp"

namespace arena::bench {

/// The last core on which this process may run, because interrupts often use the first one.
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
  FileDescriptor in;  // arena_bench writes, the child reads
  FileDescriptor out;
};

/// Returns after exec. Throws std::runtime_error.
Child start_child(const std::vector<std::string>& command);

/// Closes the pipes and waits for the process to end. Throws if it failed.
void end_child(Child& child);

/// Runs a command to its end and discards its output. Throws if it failed.
void run_child(const std::vector<std::string>& command);

/// Runs a command that plays so many games; returns how many it plays per second.
double games_per_second(const std::vector<std::string>& command, int games);

/// `arena run` with games of Lost Cities, two at a time. `more`: players and further options.
std::vector<std::string> lost_cities_run(const std::string& arena, int games,
                                         const std::vector<std::string>& more);

/// Runs a command to its end and returns its output. Throws if it failed.
std::string output_of(const std::vector<std::string>& command);

/// A process's largest resident size so far in MiB; 0 if it has ended.
double most_resident(pid_t pid);

/// Runs a command to its end and returns the largest resident size that was seen, in MiB. Its
/// output is not read and must be short.
double most_resident_of(const std::vector<std::string>& command);

}  // namespace arena::bench
