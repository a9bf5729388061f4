// Starts all bots of an arena process from one thread that lives until the end: the kernel kills a
// bot when the thread that started it ends. Each bot leads its own session and has only descriptors
// 0 to 2, default signals, no core dumps, and a clean environment with a mark. Not for: talking to
// bots or ending them (process.hpp).
#pragma once

#include <sched.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/core/noncopyable.hpp>

#include "arena/core/fault.hpp"
#include "arena/process/limits/process_tree.hpp"
#include "arena/process/sandbox/sandbox.hpp"
#include "arena/util/file_io.hpp"

namespace arena {

struct SpawnRequest {
  // A constructor, because g++ 12 destroys temporary aggregates in awaited expressions twice.
  explicit SpawnRequest(std::vector<std::string> words, std::optional<int> where = std::nullopt)
      : command(std::move(words)), core(where) {}

  std::vector<std::string> command;      // program as a path (program.hpp), arguments
  std::optional<int> core;               // the core to run on; all of arena's if empty
  std::vector<std::string> declared{};   // variables of its environment (bot_environment.hpp)
  const Sandbox* sandbox = nullptr;      // null without a sandbox; outlives the process
  const CgroupRoot* watching = nullptr;  // for a group that counts time and freezes; or null
};

/// A process that runs its program, and arena's ends of its pipes.
struct Spawned {
  pid_t pid = 0;
  std::string marker;    // the variable in its environment, "ARENA_BOT=..."
  FileDescriptor pidfd;  // readable when the process has ended
  FileDescriptor in;     // arena writes, the bot reads
  FileDescriptor out;
  FileDescriptor err;
  FileDescriptor status;          // of bubblewrap, for a bot in a sandbox (read_status)
  std::unique_ptr<Cgroup> group;  // if requested and possible
};

/// The system has no room for another process: too many open files or processes, or no memory. No
/// bot is to blame.
struct NoRoom {
  std::string reason;
};

using SpawnResult = std::variant<Spawned, Fault, NoRoom>;

/// Core n of a set, modulo its size.
int core_of(const cpu_set_t& cores, int n);
/// Keeps the calling thread on a core.
void bind_to(int core);

class Spawner : boost::noncopyable {
 public:
  /// Makes arena the parent of its bots' orphans, and raises arena's limit of open files as far as
  /// the system allows. Remembers the processors on which arena may run. REQUIRES: called before
  /// any thread is bound to a processor.
  Spawner();
  /// Kills bots that are left. REQUIRES: no `spawn` is in progress.
  ~Spawner();

  /// Starts a process. Completes on the loop that calls it. Throws Error if there is no /proc.
  boost::asio::awaitable<SpawnResult> spawn(SpawnRequest request);

  [[nodiscard]] RootProcesses& leaders() { return leaders_; }
  [[nodiscard]] const cpu_set_t& processors() const { return processors_; }

 private:
  SpawnResult start(const SpawnRequest& request);
  SpawnResult try_start(const SpawnRequest& request);
  void stay_on(const cpu_set_t& processors);

  rlimit files_;  // arena's limit before it was raised, for its bots
  cpu_set_t processors_;
  cpu_set_t here_;  // where the thread may run now
  RootProcesses leaders_;
  unsigned long started_ = 0;
  std::optional<boost::asio::thread_pool> thread_;  // one
};

}  // namespace arena
