// Control groups: all processes of one bot, which none of them can leave that is not root: what
// they may take together, that they share a core with other bots as one, what processor time they
// have had, and keeping them from running. Version
// 2 where arena may make groups below its own, version 1 where that is mounted; elsewhere there is
// none, and rlimits have to do.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/util/file_descriptor.hpp"
#include "arena/util/time.hpp"

namespace arena {

/// How much the processes of a bot may take together.
struct GroupLimits {
  std::uint64_t memory = 0;  // bytes, with what lies in their folders in memory
  int processes = 0;         // threads count
};

/// What a group is for.
struct GroupUse {
  std::optional<GroupLimits> limits;
  bool counts_time = false;
  bool freezes = false;
};

/// The group of one bot. It is removed with the object, when its processes are gone.
class Cgroup {
 public:
  /// `folders`: of the group, one for each hierarchy. REQUIRES: they exist.
  explicit Cgroup(std::vector<std::string> folders) : folders_(std::move(folders)) {}
  /// `time`: the file that tells the processor time. `freezer`: the folder of it; empty: none.
  Cgroup(std::vector<std::string> folders, FileDescriptor time, const std::string& freezer);
  Cgroup(const Cgroup&) = delete;
  Cgroup& operator=(const Cgroup&) = delete;
  ~Cgroup();

  /// The files to which a process writes "0" to enter.
  [[nodiscard]] std::vector<std::string> entrances() const;
  /// All that is in it.
  [[nodiscard]] std::vector<pid_t> members() const;
  /// Whether it counts the processor time of its processes.
  [[nodiscard]] bool counts_time() const { return static_cast<bool>(time_); }
  /// What these have had, those that have ended too. REQUIRES: counts_time().
  [[nodiscard]] Duration time() const;
  /// Whether it can keep its processes from running, whatever they do.
  [[nodiscard]] bool freezes() const { return static_cast<bool>(freezer_); }
  /// REQUIRES: freezes().
  void freeze() const;
  void thaw() const;
  /// Kills all that is in it, and thaws it. True: nothing is.
  [[nodiscard]] bool kill() const;
  /// Whether the kernel killed one of its processes for want of memory.
  [[nodiscard]] bool ran_out_of_memory() const;

 private:
  std::vector<std::string> folders_;
  FileDescriptor time_;
  FileDescriptor freezer_;
  bool single_ = false;  // the freezer of version 1
};

/// Where groups can be made. Immutable. Removes the groups that a killed arena has left: those
/// whose name begins with a word of which nobody holds the lock. A process number would not do, as
/// two arenas in containers may share both a number and this place.
class CgroupRoot {
 public:
  /// Looks where this process may make groups.
  CgroupRoot();
  CgroupRoot(const CgroupRoot&) = delete;
  CgroupRoot& operator=(const CgroupRoot&) = delete;
  /// REQUIRES: all groups that it made are gone.
  ~CgroupRoot();

  [[nodiscard]] bool limits_memory() const { return !memory_.empty(); }
  [[nodiscard]] bool limits_processes() const { return !processes_.empty(); }
  /// Whether a bot with many busy processes gets no more of a core than one with a single one.
  [[nodiscard]] bool shares_processor() const { return !processor_.empty(); }
  [[nodiscard]] bool counts_time() const { return !time_.empty(); }
  [[nodiscard]] bool freezes() const { return !freezer_.empty(); }
  /// Where limits can be set: "cgroup v2", "cgroup v1", or what is missing.
  [[nodiscard]] const std::string& text() const { return text_; }

  /// The group of the `number`-th bot. Null if groups for that cannot be made here, or there is no
  /// room for one, or it is there already.
  [[nodiscard]] std::unique_ptr<Cgroup> make(unsigned long number, const GroupUse& use) const;

 private:
  [[nodiscard]] bool find_unified();
  [[nodiscard]] bool hands_down(const std::string& folder);
  void find_single();
  [[nodiscard]] std::vector<std::string> folders_for(const GroupUse& use) const;
  [[nodiscard]] bool set_limits(const std::string& name, const GroupLimits& limits) const;
  [[nodiscard]] std::string single_folder(const std::string& controller, const std::string& file);
  [[nodiscard]] bool is_usable(const std::string& folder, const std::string& file, int access);
  [[nodiscard]] std::string locked_group(const std::string& folder);

  struct Lock {
    std::string folder;
    std::string group;  // in it, of no bot
    FileDescriptor held;
  };

  std::string word_;         // in the names of all groups
  std::vector<Lock> locks_;  // one for each hierarchy
  bool unified_ = false;
  std::string memory_;  // folders in which to make groups; equal if unified_
  std::string processes_;
  std::string processor_;
  std::string time_;  // of version 1, or any place in version 2
  std::string freezer_;
  std::string text_;
};

}  // namespace arena
