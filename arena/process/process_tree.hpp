// All processes of a bot: the one that arena started, what it started in turn, and what of that
// has left its parent or its session. Seen by scanning /proc, and killed without exception.
// Not for: keeping processes in (a sandbox does that), or why a bot ended (process.hpp).
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "arena/util/time.hpp"

namespace arena {

class Guardian;

/// The first processes of all bots that run, from their start until they are reaped, and who kills
/// what is left of them if arena is killed. Any thread may use it.
class RootProcesses {
 public:
  RootProcesses();
  RootProcesses(const RootProcesses&) = delete;
  RootProcesses& operator=(const RootProcesses&) = delete;
  ~RootProcesses();

  /// It is started when it is first asked for, which is to be before any bot is. Throws
  /// std::system_error if there is no room for it.
  [[nodiscard]] Guardian& guardian();
  /// Held while a process is started, so that no other thread takes it for an orphan.
  [[nodiscard]] std::unique_lock<std::mutex> starting() { return std::unique_lock(mutex_); }
  /// REQUIRES: `starting` is held, and the guardian is there.
  void add(pid_t pid);
  void remove(pid_t pid);
  [[nodiscard]] bool contains(pid_t pid);
  /// Reaps `pid` if it is a dead child of arena and no leader.
  void reap_orphan(pid_t pid);

 private:
  std::mutex mutex_;
  std::set<pid_t> pids_;
  std::unique_ptr<Guardian> guardian_;
};

class ProcessTree {
 public:
  /// `leader` leads a session of its own and is not reaped by anybody else; `marker` is in its
  /// environment and in no other bot's.
  ProcessTree(pid_t leader, std::string marker, RootProcesses& leaders)
      : leader_(leader), marker_(std::move(marker)), leaders_(leaders) {}

  [[nodiscard]] pid_t leader() const { return leader_; }

  /// All that are alive.
  [[nodiscard]] std::vector<pid_t> members() const;

  /// Kills the leader's process group at once, without looking for the rest.
  void kill_group() const;

  /// Kills all members and reaps the dead. True: nothing is left, not even the leader. Else to be
  /// called again, as dying takes a while.
  bool remove();
  [[nodiscard]] bool removed() const { return removed_; }

 private:
  pid_t leader_;
  std::string marker_;
  RootProcesses& leaders_;
  std::vector<pid_t> killed_;  // by the last look: on their way out
  bool removed_ = false;
};

/// Kills every process that came to arena from a bot and is no leader. For the end of everything.
void remove_orphans(RootProcesses& leaders);
/// Kills all that descends from arena, whatever else it is about to do. For an end at once.
void remove_descendants();

/// A process as messages name it: "4711 (sleep)".
std::string process_name(pid_t pid);

/// What processes have had of the processors, by the threads that they have now.
struct ProcessorUse {
  Duration run{0};
  Duration waited{0};  // for a processor, until it got one
  bool busy = false;   // one of them runs, or waits for a processor or the disk, at this moment
  bool known = true;   // false: this system does not tell
};
ProcessorUse processor_use(const std::vector<pid_t>& processes);
/// The time that the calling thread has waited for a processor.
Duration own_wait();

/// The time that processes have run, by all threads that they ever had.
Duration time_run(const std::vector<pid_t>& processes);
/// The time that their children had run that have ended, in steps of a hundredth of a second.
Duration time_of_children(const std::vector<pid_t>& processes);

/// Lets every thread of these processes run on `processors`.
void allow_processors(const std::vector<pid_t>& processes, const cpu_set_t& processors);

}  // namespace arena
