// All processes of a bot: the one that arena started and all its descendants, even after they left
// their parent or session. Finds them by a scan of /proc and kills them all. Not for: keeping
// processes in (the sandbox does that), or why a bot ended (process.hpp).
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "arena/util/time.hpp"

namespace arena {

class Guardian;

/// The first processes of all running bots, from start until they are reaped, and the guardian that
/// kills the rest if arena is killed. Thread-safe.
class RootProcesses {
 public:
  RootProcesses();
  RootProcesses(const RootProcesses&) = delete;
  RootProcesses& operator=(const RootProcesses&) = delete;
  ~RootProcesses();

  /// Starts the guardian at the first call. REQUIRES: the first call comes before the first bot.
  /// Throws std::system_error if the system has no room for it.
  [[nodiscard]] Guardian& guardian();
  /// Hold it while starting a process, so that no other thread mistakes the process for an orphan.
  [[nodiscard]] std::unique_lock<std::mutex> starting() { return std::unique_lock(mutex_); }
  /// REQUIRES: `starting` is held; `guardian` was called.
  void add(pid_t pid);
  void remove(pid_t pid);
  [[nodiscard]] bool contains(pid_t pid);
  /// Reaps `pid` if it is a dead child of arena and not a first process.
  void reap_orphan(pid_t pid);

 private:
  std::mutex mutex_;
  std::set<pid_t> pids_;
  std::unique_ptr<Guardian> guardian_;
};

class ProcessTree {
 public:
  /// REQUIRES: `leader` leads its own session, and no other code reaps it. `marker` is in its
  /// environment and in no other bot's.
  ProcessTree(pid_t leader, std::string marker, RootProcesses& leaders)
      : leader_(leader), marker_(std::move(marker)), leaders_(leaders) {}

  [[nodiscard]] pid_t leader() const { return leader_; }

  /// All live members.
  [[nodiscard]] std::vector<pid_t> members() const;

  /// Kills the leader's process group at once, without a scan for the others.
  void kill_group() const;

  /// Kills all members and reaps the dead. Returns true if none is left, not even the leader. Else
  /// call it again: dying takes a while.
  bool remove();

 private:
  pid_t leader_;
  std::string marker_;
  RootProcesses& leaders_;
  std::vector<pid_t> killed_;  // by the last call of `remove`; about to die
  bool removed_ = false;
};

/// Kills every orphan of a bot that is now arena's child. Call it after all bots have ended.
void remove_orphans(RootProcesses& leaders);
/// Kills all descendants of arena. Call it when arena must end at once.
void remove_descendants();

/// A process's name in messages: "4711 (sleep)".
std::string process_name(pid_t pid);

/// The processor time of processes, counting the threads that live now.
struct ProcessorUse {
  Duration run{0};
  Duration waited{0};  // time in the queue for a processor
  bool runs = false;   // a thread runs, or waits for a processor, now
  bool busy = false;   // ... or waits for the disk
  bool known = true;   // false if this system does not report it
};
ProcessorUse processor_use(const std::vector<pid_t>& processes);
/// How long the calling thread has waited for a processor.
Duration own_wait();

/// How long processes have run, including their ended threads.
Duration time_run(const std::vector<pid_t>& processes);
/// How long their ended children had run, in steps of 10 ms.
Duration time_of_children(const std::vector<pid_t>& processes);

/// The memory of processes, as the kernel counts it. A page that several processes share counts for
/// each of them.
struct MemoryUse {
  std::uint64_t resident = 0;  // bytes, now
  std::uint64_t peak = 0;      // sum of each process's own peak
};
MemoryUse memory_use(const std::vector<pid_t>& processes);

/// Lets every thread of these processes run on `processors`.
void allow_processors(const std::vector<pid_t>& processes, const cpu_set_t& processors);

}  // namespace arena
