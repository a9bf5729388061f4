#include "arena/players/cgroup.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "arena/core/text.hpp"
#include "arena/players/file_descriptor.hpp"

namespace arena {

namespace {

constexpr std::string_view group_prefix = "arena-";

std::string content_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool put(const std::string& path, std::string_view text) {
  const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file &&
         ::write(file.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

bool holds_word(const std::string& text, std::string_view word) {
  std::istringstream words(text);
  for (std::string one; words >> one;) {
    if (one == word) return true;
  }
  return false;
}

/// The number behind `key` on a line of its own; 0 if there is none.
long number_after(const std::string& text, std::string_view key) {
  std::istringstream lines(text);
  std::string name;
  for (long number = 0; lines >> name >> number;) {
    if (name == key) return number;
  }
  return 0;
}

/// This process's place in a hierarchy: "" is that of version 2, else the name of a controller.
std::optional<std::string> own_place(std::string_view controller) {
  std::istringstream lines(content_of("/proc/self/cgroup"));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    std::string names = line.substr(first + 1, second - first - 1);
    std::replace(names.begin(), names.end(), ',', ' ');
    if (controller.empty() ? names.empty() : holds_word(names, controller))
      return line.substr(second + 1);
  }
  return std::nullopt;
}

/// Whether groups with limits can be made in a folder: by making one.
bool is_usable(const std::string& folder, const std::string& limit) {
  const std::string trial = folder + "/" + group_name(0);
  if (::mkdir(trial.c_str(), 0755) != 0) return false;
  const bool usable = ::access((trial + "/" + limit).c_str(), W_OK) == 0 &&
                      ::access((trial + "/cgroup.procs").c_str(), W_OK) == 0;
  ::rmdir(trial.c_str());
  return usable;
}

/// The folder of a controller of version 1 in which groups can be made; empty: none.
std::string single_folder(const std::string& controller, const std::string& limit) {
  const auto place = own_place(controller);
  if (!place) return "";
  const std::string mounted = "/sys/fs/cgroup/" + controller;
  const std::string folder = *place == "/" ? mounted : mounted + *place;
  return is_usable(folder, limit) ? folder : "";
}

/// Groups of an arena that was killed before it could remove them.
void remove_stale(const std::string& folder) {
  if (folder.empty()) return;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename();
    std::string_view rest = name;
    if (!rest.starts_with(group_prefix)) continue;
    rest.remove_prefix(group_prefix.size());
    const auto pid = to_number<pid_t>(rest.substr(0, rest.find('-')));
    if (pid && ::kill(*pid, 0) != 0 && errno == ESRCH) ::rmdir(entry.path().c_str());
  }
}

}  // namespace

std::string group_name(unsigned long number) {
  return fmt::format("{}{}-{}", group_prefix, ::getpid(), number);
}

Cgroup::~Cgroup() {
  for (const std::string& folder : folders_) {
    // Its last process has ended, but the kernel may still be taking it out.
    for (int tries = 0; tries < 100 && ::rmdir(folder.c_str()) != 0 && errno == EBUSY; ++tries)
      std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

std::vector<std::string> Cgroup::entrances() const {
  std::vector<std::string> files;
  for (const std::string& folder : folders_) {
    // Of version 1. A single thread that moves itself waits for no other: a process, as in version
    // 2, waits until all processors have been through the kernel once, which takes milliseconds.
    const std::string for_thread = folder + "/tasks";
    const bool single = ::access(for_thread.c_str(), F_OK) == 0;
    files.push_back(single ? for_thread : folder + "/cgroup.procs");
  }
  return files;
}

bool Cgroup::kill() const {
  bool empty = true;
  for (const std::string& folder : folders_) {
    std::istringstream pids(content_of(folder + "/cgroup.procs"));
    for (pid_t pid = 0; pids >> pid;) {
      if (pid > 0) ::kill(pid, SIGKILL);
      empty = false;
    }
  }
  return empty;
}

bool Cgroup::ran_out_of_memory() const {
  return std::ranges::any_of(folders_, [](const std::string& folder) {
    return number_after(content_of(folder + "/memory.events"), "oom_kill") > 0 ||
           number_after(content_of(folder + "/memory.oom_control"), "oom_kill") > 0;
  });
}

CgroupRoot::CgroupRoot() {
  if (!find_unified()) find_single();
  for (const std::string& folder : {memory_, processes_}) remove_stale(folder);
  if (unified_) return;
  if (!memory_.empty() && !processes_.empty()) {
    text_ = "cgroup v1";
  } else if (memory_.empty() && processes_.empty()) {
    text_ = "no cgroup in which arena may make groups";
  } else {
    text_ = fmt::format("cgroup v1 for {} alone", memory_.empty() ? "processes" : "memory");
  }
}

/// Version 2: the controllers have to be there for groups below arena's own.
bool CgroupRoot::find_unified() {
  const auto place = own_place("");
  if (!place) return false;
  const std::string folder = *place == "/" ? "/sys/fs/cgroup" : "/sys/fs/cgroup" + *place;
  const std::string handed_down = content_of(folder + "/cgroup.subtree_control");
  if (!holds_word(handed_down, "memory") || !holds_word(handed_down, "pids")) return false;
  if (!is_usable(folder, "memory.max")) return false;
  unified_ = true;
  memory_ = processes_ = folder;
  text_ = "cgroup v2";
  return true;
}

void CgroupRoot::find_single() {
  memory_ = single_folder("memory", "memory.limit_in_bytes");
  processes_ = single_folder("pids", "pids.max");
}

std::unique_ptr<Cgroup> CgroupRoot::make(const std::string& name, const GroupLimits& limits) const {
  std::vector<std::string> folders;
  if (limits_memory()) folders.push_back(memory_ + "/" + name);
  if (limits_processes() && !unified_) folders.push_back(processes_ + "/" + name);
  for (std::size_t i = 0; i < folders.size(); ++i) {
    if (::mkdir(folders[i].c_str(), 0755) == 0) continue;
    folders.resize(i);
    const Cgroup undone(std::move(folders));
    return nullptr;
  }
  if (folders.empty()) return nullptr;
  const std::string memory = std::to_string(limits.memory);
  const std::string processes = std::to_string(limits.processes);
  auto group = std::make_unique<Cgroup>(folders);
  bool limited = true;
  if (unified_) {
    limited = put(folders[0] + "/memory.max", memory) && put(folders[0] + "/pids.max", processes);
    put(folders[0] + "/memory.swap.max", "0");  // not there without swap
    put(folders[0] + "/memory.oom.group", "1");
  } else {
    if (limits_memory()) {
      limited = put(folders.front() + "/memory.limit_in_bytes", memory);
      put(folders.front() + "/memory.memsw.limit_in_bytes", memory);  // not there without swap
    }
    if (limits_processes()) limited = limited && put(folders.back() + "/pids.max", processes);
  }
  return limited ? std::move(group) : nullptr;
}

}  // namespace arena
