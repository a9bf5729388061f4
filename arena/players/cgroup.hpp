// Control groups: what all processes of one bot may take together, which no process can leave.
// Version 2 where arena may make groups below its own, version 1 where that is mounted; elsewhere
// there is none, and rlimits have to do.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace arena {

/// How much the processes of a bot may take together.
struct GroupLimits {
  std::uint64_t memory = 0;  // bytes, with what lies in their folders in memory
  int processes = 0;         // threads count
};

/// Of this process's `number`-th bot.
std::string group_name(unsigned long number);

/// The group of one bot. It is removed with the object, when its processes are gone.
class Cgroup {
 public:
  /// `folders`: of the group, one for each hierarchy. REQUIRES: they exist.
  explicit Cgroup(std::vector<std::string> folders) : folders_(std::move(folders)) {}
  Cgroup(const Cgroup&) = delete;
  Cgroup& operator=(const Cgroup&) = delete;
  ~Cgroup();

  /// The files to which a process writes "0" to enter.
  [[nodiscard]] std::vector<std::string> entrances() const;
  /// Kills all that is in it. True: nothing is.
  [[nodiscard]] bool kill() const;
  /// Whether the kernel killed one of its processes for want of memory.
  [[nodiscard]] bool ran_out_of_memory() const;

 private:
  std::vector<std::string> folders_;
};

/// Where groups can be made. Immutable. Groups that a killed arena has left are removed.
class CgroupRoot {
 public:
  /// Looks where this process may make groups.
  CgroupRoot();

  [[nodiscard]] bool limits_memory() const { return !memory_.empty(); }
  [[nodiscard]] bool limits_processes() const { return !processes_.empty(); }
  /// "cgroup v2", "cgroup v1", or what is missing.
  [[nodiscard]] const std::string& text() const { return text_; }

  /// Null if groups cannot be made here, or there is no room for one.
  [[nodiscard]] std::unique_ptr<Cgroup> make(const std::string& name,
                                             const GroupLimits& limits) const;

 private:
  [[nodiscard]] bool find_unified();
  void find_single();

  bool unified_ = false;
  std::string memory_;  // folders in which to make groups; equal if unified_
  std::string processes_;
  std::string text_;
};

}  // namespace arena
