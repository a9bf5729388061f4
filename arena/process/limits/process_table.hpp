// The processes of this system, as /proc lists them. process_tree.hpp uses it to find those of one
// bot, guardian.hpp to find those of an arena that was killed.
#pragma once

#include <dirent.h>
#include <sys/types.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "arena/util/text/text.hpp"

namespace arena {

struct Process {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t session = 0;
  char state = '?';
  std::uint64_t started = 0;      // ticks of the system's clock
  std::int64_t children_ran = 0;  // ticks of its children that have ended

  [[nodiscard]] bool dead() const { return state == 'Z' || state == 'X'; }
};

/// Calls `visit` with each number among the names in a folder. The folder may be missing.
template <class Visit>
void each_number_in(const std::string& folder, Visit visit) {
  struct Close {
    void operator()(DIR* open) const { ::closedir(open); }
  };
  const std::unique_ptr<DIR, Close> open(::opendir(folder.c_str()));
  if (!open) return;
  while (const dirent* entry = ::readdir(open.get())) {
    if (const auto number = to_number<pid_t>(std::string_view(entry->d_name))) visit(*number);
  }
}

/// Reads at most 4 KiB of a small file of the kernel. Empty if the file is gone.
std::string small_file(const char* path);

/// Removes the first field from `line` and returns it.
std::string_view take_field(std::string_view& line);

/// Reads the folder of a process or a thread in /proc. No value if it is gone.
std::optional<Process> process_in(const std::string& folder);
std::optional<Process> process(pid_t pid);

/// All processes that may belong to a bot. Leaves out the kernel's, and those in arena's session: a
/// bot left this session when it was started and cannot come back.
std::vector<Process> possible_members();

/// The environment at the start of a process, with a zero byte before and after each variable.
std::string environment(pid_t pid);

/// The processes for which `founds` is true, and their descendants. Includes dead ones.
template <class Founds>
std::vector<Process> family(const std::vector<Process>& all, Founds founds) {
  std::vector<Process> members;
  std::vector<Process> others;
  for (const Process& candidate : all) {
    (founds(candidate) ? members : others).push_back(candidate);
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    const pid_t parent = members[i].pid;
    const auto is_child = [parent](const Process& other) { return other.parent == parent; };
    const auto children = std::stable_partition(
        others.begin(), others.end(), [&](const Process& other) { return !is_child(other); });
    members.insert(members.end(), children, others.end());
    others.erase(children, others.end());
  }
  return members;
}

/// Kills all processes for which `founds` is true, and their descendants. Repeats this until none
/// is left, at most 100 times.
template <class Founds>
void kill_families(Founds founds) {
  for (int looks = 0; looks < 100; ++looks) {
    bool alive = false;
    for (const Process& one : family(possible_members(), founds)) {
      if (one.dead()) continue;
      alive = true;
      ::kill(one.pid, SIGKILL);
    }
    if (!alive) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace arena
