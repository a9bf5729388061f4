// Starts all bots of an arena process, from one thread that lives as long as they may: the kernel
// kills a bot when the thread that started it ends. Each bot leads a session of its own, has only
// descriptors 0 to 2, default signals, no core dumps, and a clean environment with a mark in it.
// Not for: talking to bots or ending them (process.hpp).
#pragma once

#include <sched.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "arena/core/fault.hpp"
#include "arena/process/process_tree.hpp"
#include "arena/process/sandbox/sandbox.hpp"
#include "arena/util/file_descriptor.hpp"

namespace arena {

struct SpawnRequest {
  // A constructor, as g++ 12 destroys temporary aggregates in awaited expressions twice.
  explicit SpawnRequest(std::vector<std::string> words, std::optional<int> where = std::nullopt)
      : command(std::move(words)), core(where) {}

  std::vector<std::string> command;      // the program, found (command_line.hpp), and its arguments
  std::optional<int> core;               // where it may run; none: wherever arena may
  std::vector<std::string> declared{};   // variables of its environment (bot_environment.hpp)
  const Sandbox* sandbox = nullptr;      // null: it runs as arena does. Outlives the process
  const CgroupRoot* watching = nullptr;  // of groups that count its time, and freeze; null: none
};

/// A process that runs its program, and our ends of its pipes.
struct Spawned {
  pid_t pid = 0;
  std::string marker;    // the variable in its environment, "ARENA_BOT=..."
  FileDescriptor pidfd;  // readable when it has ended
  FileDescriptor in;     // what we write, it reads
  FileDescriptor out;
  FileDescriptor err;
  FileDescriptor status;          // of a process in a sandbox: what bubblewrap says (read_status)
  std::unique_ptr<Cgroup> group;  // if one was wanted, where there are groups
};

/// Arena itself has no room for another process: too many open files or processes, no memory. That
/// is nobody's fault at the table.
struct NoRoom {
  std::string reason;
};

using SpawnResult = std::variant<Spawned, Fault, NoRoom>;

class Spawner {
 public:
  /// Makes arena the parent of its bots' orphans, and lets it open as many files as the system
  /// allows. Remembers on which processors arena may run: to be built before any thread is bound to
  /// one.
  Spawner();
  Spawner(const Spawner&) = delete;
  Spawner& operator=(const Spawner&) = delete;
  /// REQUIRES: no `spawn` is under way. Bots that are still there are killed.
  ~Spawner();

  /// Starts a process. May be called on any loop; completes there. Throws Error if there is no
  /// /proc.
  boost::asio::awaitable<SpawnResult> spawn(SpawnRequest request);

  [[nodiscard]] RootProcesses& leaders() { return leaders_; }
  /// The processors on which arena may run.
  [[nodiscard]] const cpu_set_t& processors() const { return processors_; }

 private:
  struct Job;
  template <class Handler>
  struct JobFor;

  void work();
  void submit(std::unique_ptr<Job> job);
  SpawnResult start(const SpawnRequest& request);
  SpawnResult try_start(const SpawnRequest& request);
  void stay_on(const cpu_set_t& processors);

  rlimit files_;  // arena's limit at first, which its bots get
  cpu_set_t processors_;
  cpu_set_t here_;  // where the thread may run now
  RootProcesses leaders_;
  unsigned long started_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::unique_ptr<Job>> jobs_;
  bool closing_ = false;
  std::thread thread_;
};

}  // namespace arena
