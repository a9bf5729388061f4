// Control groups: one contains all processes of a bot, which cannot leave it unless they are root.
// It limits them together, gives them one share of a core together, counts their processor time,
// and can freeze them. Arena uses version 2 where it may make groups below its own, else version 1
// where that is mounted, else rlimits.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/core/noncopyable.hpp>

#include "arena/util/file_io.hpp"
#include "arena/util/time.hpp"

namespace arena {

/// Limits for all processes of a bot together.
struct GroupLimits {
  std::uint64_t memory = 0;  // bytes, including the files in their folders in memory
  int processes = 0;         // includes threads
};

/// The group of one bot. The destructor removes it. REQUIRES: its processes are gone by then.
class Cgroup : boost::noncopyable {
 public:
  /// `folders`: the group's folder in each hierarchy. REQUIRES: they exist. `time`: the file with
  /// the processor time. `freezer`: its folder, empty if none exists.
  Cgroup(std::vector<std::string> folders, FileDescriptor time, const std::string& freezer);
  ~Cgroup();

  /// A process enters the group by writing "0" to each of these files.
  [[nodiscard]] std::vector<std::string> entrances() const;
  [[nodiscard]] std::vector<pid_t> members() const;
  [[nodiscard]] bool counts_time() const { return static_cast<bool>(time_); }
  /// Includes processes that have ended. REQUIRES: counts_time().
  [[nodiscard]] Duration time() const;
  /// Whether it can stop its processes whatever they do.
  [[nodiscard]] bool freezes() const { return static_cast<bool>(freezer_); }
  /// REQUIRES: freezes().
  void set_frozen(bool is_frozen) const;
  /// Kills every process in the group, then thaws the group. Returns true if it found none.
  [[nodiscard]] bool kill() const;
  /// Whether the kernel killed one of its processes because memory ran out.
  [[nodiscard]] bool ran_out_of_memory() const;

 private:
  std::vector<std::string> folders_;
  FileDescriptor time_;
  FileDescriptor freezer_;
  bool single_ = false;  // uses the freezer of version 1
};

/// The places where arena can make groups. Immutable. Removes the groups that a killed arena left.
/// Each arena puts a random word into its group names and holds a lock for it, so a group is stale
/// if its lock is free. A process number would not do: two arenas in containers may share both the
/// number and the place.
class CgroupRoot : boost::noncopyable {
 public:
  CgroupRoot();
  /// REQUIRES: all groups that it made are gone.
  ~CgroupRoot();

  [[nodiscard]] bool limits_memory() const { return !memory_.empty(); }
  [[nodiscard]] bool limits_processes() const { return !processes_.empty(); }
  /// Whether a bot with many busy processes gets no more of a core than a bot with one.
  [[nodiscard]] bool shares_processor() const { return !processor_.empty(); }
  [[nodiscard]] bool counts_time() const { return !time_.empty(); }
  [[nodiscard]] bool freezes() const { return !freezer_.empty(); }
  /// "cgroup v2", "cgroup v1", or the reason why arena cannot set limits.
  [[nodiscard]] const std::string& text() const { return text_; }

  /// Makes the group of the `number`-th bot. If watched, it counts time and freezes. Null if arena
  /// cannot, or if the group already exists.
  [[nodiscard]] std::unique_ptr<Cgroup> make(unsigned long number,
                                             const std::optional<GroupLimits>& limits,
                                             bool is_watched) const;

 private:
  [[nodiscard]] bool find_unified();
  [[nodiscard]] bool hands_down(const std::string& folder);
  void find_single();
  [[nodiscard]] std::vector<std::string> folders_for(bool is_limited, bool is_watched) const;
  [[nodiscard]] bool set_limits(const std::string& name, const GroupLimits& limits) const;
  [[nodiscard]] std::string single_folder(const std::string& controller, const std::string& file);
  [[nodiscard]] bool is_usable(const std::string& folder, const std::string& file, int access);
  [[nodiscard]] std::string locked_group(const std::string& folder);

  struct Lock {
    std::string folder;
    std::string group;  // inside the folder, contains no bot
    FileDescriptor held;
  };

  std::string word_;         // in the names of all groups
  std::vector<Lock> locks_;  // one for each hierarchy
  bool unified_ = false;
  std::string memory_;  // the folders in which to make groups; the same one if unified_
  std::string processes_;
  std::string processor_;
  std::string time_;  // of version 1, or any folder of version 2
  std::string freezer_;
  std::string text_;
};

}  // namespace arena
