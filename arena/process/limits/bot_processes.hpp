// All processes of one bot: their processor time, pausing, resuming and killing them. Finds them by
// their control group if there is one, else by a scan of all processes. Not for: starting them
// (spawner.hpp), or why they ended (process.hpp).
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "arena/process/limits/cgroup.hpp"
#include "arena/process/limits/process_tree.hpp"
#include "arena/util/time.hpp"

namespace arena {

class BotProcesses {
 public:
  /// `leader`: as for ProcessTree. `group`: null without control groups.
  BotProcesses(pid_t leader, std::string marker, RootProcesses& leaders,
               std::unique_ptr<Cgroup> group)
      : tree_(leader, std::move(marker), leaders), group_(std::move(group)) {}
  BotProcesses(const BotProcesses&) = delete;
  BotProcesses& operator=(const BotProcesses&) = delete;
  /// Kills the processes that are left.
  ~BotProcesses();

  [[nodiscard]] pid_t leader() const { return tree_.leader(); }
  /// All live processes. Without a group, this scans every process of the system.
  [[nodiscard]] std::vector<pid_t> members() const;
  [[nodiscard]] bool ran_out_of_memory() const { return group_ && group_->ran_out_of_memory(); }

  /// The processor time of all processes, including ended ones. Without a group, it misses
  /// processes whose parent is gone or did not wait for them.
  [[nodiscard]] Duration time() const;

  /// The same for a bot that has just started. Without a group, it counts only the first process
  /// and that process's children, so it needs no scan.
  [[nodiscard]] Duration time_at_start() const;

  /// Stops all processes until `resume`. A frozen group cannot undo this. Without a freezer the
  /// processes get SIGSTOP, which a bot can undo. A second call changes nothing.
  void pause();
  void resume();

  /// Kills the first process and its process group at once, without a scan for the others.
  void kill_leader() const { tree_.kill_group(); }
  /// Kills all processes and reaps the dead. Returns true if none is left, else call it again. A
  /// process that hides from the scan is still in its control group.
  bool remove();

 private:
  ProcessTree tree_;
  std::unique_ptr<Cgroup> group_;
  std::vector<pid_t> paused_;
};

}  // namespace arena
