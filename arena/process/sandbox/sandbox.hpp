// The sandbox of an untrusted bot: namespaces of its own, by bubblewrap, a system that it can read
// and not change, a folder in memory to write to, no network, a filter of system calls (seccomp),
// an unprivileged user, and limits (cgroup.hpp, else rlimits). It fails closed: where it cannot be
// had, nothing is started. Not for: what every bot gets, in a sandbox or not (spawner.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arena/process/bot_users.hpp"
#include "arena/process/cgroup.hpp"
#include "arena/process/sandbox/paths.hpp"
#include "arena/util/file_descriptor.hpp"

namespace arena {

struct SandboxLimits {
  std::uint64_t memory = std::uint64_t{512} << 20U;  // bytes, of all of a bot's processes
  int processes = 64;                                // and threads, of one bot
  std::uint64_t scratch = std::uint64_t{64} << 20U;  // bytes in /tmp, which /dev/shm is too
  int files = 1024;                                  // that each process may have open
  int timers = 256;  // of the kernel's timers, with signals that wait, of all of a bot's processes
};

/// One program that is to run inside.
struct Inside {
  std::vector<std::string> command;
  std::vector<std::string> environment;
  int filter = -1;       // descriptors that bubblewrap inherits: it reads the filter from the one,
  int status = -1;       // and writes to the other
  bool counted = false;  // a group limits the processes
};

/// Immutable, so that any thread may use it.
class Sandbox {
 public:
  /// Throws Error if bubblewrap is not there.
  explicit Sandbox(const SandboxLimits& limits);

  [[nodiscard]] const SandboxLimits& limits() const { return limits_; }
  /// The path of bubblewrap.
  [[nodiscard]] const std::string& program() const { return bwrap_; }
  [[nodiscard]] const CgroupRoot& groups() const { return groups_; }
  [[nodiscard]] const BotUsers& users() const { return users_; }

  /// Bubblewrap's options for one program, in a file of memory, as it reads them by --args: its
  /// command line is everybody's to read. Throws std::system_error if there is no room.
  [[nodiscard]] FileDescriptor options(const Inside& inside) const;
  /// The command that runs the program inside. `options`: the descriptor of its options, which
  /// bubblewrap inherits.
  [[nodiscard]] std::vector<std::string> around(const Inside& inside, int options) const;
  /// What of the disk its bots can read.
  [[nodiscard]] const SandboxPaths& paths() const { return paths_; }
  /// The library that bubblewrap loads (proc_without_host.cpp): a descriptor, which it inherits,
  /// and the variable by which it does.
  [[nodiscard]] int library() const { return library_.number(); }
  [[nodiscard]] std::string library_variable() const;
  /// The filter of system calls, to be read once.
  [[nodiscard]] FileDescriptor open_filter() const;
  /// The group of the `number`-th bot; null where there are no groups.
  [[nodiscard]] std::unique_ptr<Cgroup> make_group(unsigned long number, bool watched) const;

 private:
  [[nodiscard]] std::vector<std::string> option_words(const Inside& inside) const;
  /// With bubblewrap's own two.
  [[nodiscard]] int most_processes() const { return limits_.processes + 2; }

  /// Those that count only the bot if they are set inside, where nobody else is of its user.
  [[nodiscard]] std::vector<std::string> limits_inside(bool counted) const;

  SandboxLimits limits_;
  BotUsers users_;
  std::string bwrap_;
  SandboxPaths paths_;
  FileDescriptor library_;
  FileDescriptor filter_;
  CgroupRoot groups_;
};

/// What bubblewrap has written to its status descriptor says that the bot inside ended so; nothing:
/// it was never started.
struct InsideEnd {
  bool was_started = false;
  int status = 0;  // 128 + the signal for one that was killed
};
InsideEnd read_status(int status);

/// Whether what ended was prlimit, which could not start the bot's program and said so on stderr.
bool ended_before_program(const InsideEnd& end, std::string_view stderr_tail);

/// Whether a process, named as by `process_name`, makes the sandbox and is not the bot's.
bool makes_sandbox(std::string_view process);

/// What a fault says of one that was never started.
inline constexpr std::string_view not_started_inside = "could not be started in the sandbox";

/// A filter that allows the system calls that programs need, as a file in memory. Others would
/// reach out of a sandbox, past another bot's walls, or use up what the host has.
/// `passes_descriptors`: whether it allows that, too. Throws Error if there is no libseccomp.
FileDescriptor make_filter(bool passes_descriptors);

}  // namespace arena
