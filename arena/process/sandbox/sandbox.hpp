// The sandbox of an untrusted bot, made by bubblewrap: separate namespaces, a read-only system, a
// folder in memory for writing, no network, a filter of system calls (seccomp), an unprivileged
// user, and limits (cgroup.hpp, else rlimits). If any part is not available, the bot does not
// start. Not for: what every bot gets, with or without a sandbox (spawner.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arena/process/limits/cgroup.hpp"
#include "arena/process/sandbox/paths.hpp"
#include "arena/process/spawn/bot_users.hpp"
#include "arena/util/file_io.hpp"

namespace arena {

struct SandboxLimits {
  std::uint64_t memory = std::uint64_t{512} << 20U;  // bytes, all processes of a bot together
  int processes = 64;                                // and threads, of one bot
  std::uint64_t scratch = std::uint64_t{64} << 20U;  // bytes in /tmp, which is /dev/shm too
  int files = 1024;                                  // open files per process
  int timers = 256;    // the kernel's timers and pending signals, all processes of a bot together
  bool apart = false;  // each sandbox has files of its own: no two can communicate by their pages

  friend bool operator==(const SandboxLimits&, const SandboxLimits&) = default;
};

/// A program to run inside.
struct Inside {
  std::vector<std::string> command;
  std::vector<std::string> environment;
  int filter = -1;       // a descriptor from which bubblewrap reads the filter
  int status = -1;       // a descriptor to which bubblewrap writes its status
  bool counted = false;  // a group limits the number of processes
};

/// Immutable, so any thread may use it.
class Sandbox {
 public:
  /// Throws Error if bubblewrap, or what `apart` needs, is not installed.
  explicit Sandbox(const SandboxLimits& limits);

  [[nodiscard]] const SandboxLimits& limits() const { return limits_; }
  /// The path of bubblewrap.
  [[nodiscard]] const std::string& program() const { return bwrap_; }
  [[nodiscard]] const CgroupRoot& groups() const { return groups_; }
  [[nodiscard]] const BotUsers& users() const { return users_; }

  /// Bubblewrap's options for one program, in a file in memory that it reads by --args, because
  /// everybody can read its command line. Throws std::system_error if there is no room.
  [[nodiscard]] FileDescriptor options(const Inside& inside) const;
  /// The command that runs the program inside. `options`: a descriptor that bubblewrap inherits.
  [[nodiscard]] std::vector<std::string> around(const Inside& inside, int options) const;
  /// The parts of the disk that its bots can read.
  [[nodiscard]] const SandboxPaths& paths() const { return paths_; }
  /// The library that bubblewrap loads (library.hpp): a descriptor that bubblewrap inherits, and
  /// the variables that make bubblewrap load it and tell it what to do.
  [[nodiscard]] int preload() const { return preload_.number(); }
  [[nodiscard]] std::vector<std::string> preload_variables() const;
  /// The filter of system calls, for one reader.
  [[nodiscard]] FileDescriptor open_filter() const;
  /// The group of the `number`-th bot, null if arena cannot make groups.
  [[nodiscard]] std::unique_ptr<Cgroup> make_group(unsigned long number, bool watched) const;

 private:
  [[nodiscard]] std::vector<std::string> option_words(const Inside& inside) const;
  /// Includes bubblewrap's own two, and bindfs.
  [[nodiscard]] int most_processes() const { return limits_.processes + (limits_.apart ? 3 : 2); }

  /// Limits set inside, where no other process has the bot's user, so that they count only the bot.
  [[nodiscard]] std::vector<std::string> limits_inside(bool counted) const;

  SandboxLimits limits_;
  BotUsers users_;
  std::string bwrap_;
  std::string bindfs_;  // empty unless apart
  SandboxPaths paths_;
  FileDescriptor preload_;
  FileDescriptor filter_;
  CgroupRoot groups_;
};

/// How the bot inside ended, according to bubblewrap's status descriptor. `was_started` is false if
/// bubblewrap never started it.
struct InsideEnd {
  bool was_started = false;
  int status = 0;  // 128 + the signal if a signal killed the bot
};
InsideEnd read_status(int status);

/// Whether prlimit ended, because it could not start the bot's program. Its stderr says so.
bool ended_before_program(const InsideEnd& end, std::string_view stderr_tail);

/// Whether a process, named as by `process_name`, belongs to the sandbox and not to the bot.
bool makes_sandbox(std::string_view process);

/// The fault of a bot that was never started.
inline constexpr std::string_view not_started_inside = "could not be started in the sandbox";

/// Makes a filter that allows the system calls that programs need, as a file in memory. Other calls
/// would reach out of the sandbox or into another bot's, or use up the host's resources.
/// `passes_descriptors`: whether bots may pass descriptors. Throws Error without libseccomp.
FileDescriptor make_filter(bool passes_descriptors);

}  // namespace arena
