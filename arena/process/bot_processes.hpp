// All processes of one bot, by its control group where it has one, else by a look at what runs:
// what processor time they have had, stopping and continuing them, and removing them.
// Not for: starting them (spawner.hpp), or why they ended (process.hpp).
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "arena/process/cgroup.hpp"
#include "arena/process/process_tree.hpp"
#include "arena/util/time.hpp"

namespace arena {

class BotProcesses {
 public:
  /// `leader`: as for ProcessTree. `group`: null where there is none.
  BotProcesses(pid_t leader, std::string marker, RootProcesses& leaders,
               std::unique_ptr<Cgroup> group)
      : tree_(leader, std::move(marker), leaders), group_(std::move(group)) {}
  BotProcesses(const BotProcesses&) = delete;
  BotProcesses& operator=(const BotProcesses&) = delete;
  /// Kills what is left.
  ~BotProcesses();

  [[nodiscard]] pid_t leader() const { return tree_.leader(); }
  /// All that are alive. Without a group that takes a look at every process of the system.
  [[nodiscard]] std::vector<pid_t> members() const;
  [[nodiscard]] bool ran_out_of_memory() const { return group_ && group_->ran_out_of_memory(); }

  /// The processor time that they have had, ended ones too. Without a group, what processes had
  /// whose parents are gone, or did not wait for them, is not known.
  [[nodiscard]] Duration time() const;

  /// The same, of a bot that has just started; without a group, of its first process and its
  /// children, for which nobody has to be looked for.
  [[nodiscard]] Duration time_at_start() const;

  /// None of them runs until `resume`: whatever it does, where its group freezes; else they are
  /// told to stop, which a bot can arrange to be undone. Twice is once.
  void pause();
  void resume();

  /// Kills the first process and its group at once, without looking for the rest.
  void kill_leader() const { tree_.kill_group(); }
  /// Kills all, and reaps the dead. True: nothing is left. Else to be called again. A bot that
  /// hides from the look for its tree is still in its group.
  bool remove();

 private:
  ProcessTree tree_;
  std::unique_ptr<Cgroup> group_;
  std::vector<pid_t> paused_;
};

}  // namespace arena
