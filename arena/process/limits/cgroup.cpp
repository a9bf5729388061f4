#include "arena/process/limits/cgroup.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "arena/process/spawn/bot_environment.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

constexpr std::string_view group_prefix = "arena-";
constexpr std::size_t random_word_size = 16;

/// Empty if the file cannot be read.
std::string content_of(const std::string& path) { return contents(path).value_or(""); }

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

/// Returns the number after `key` on a line of its own, 0 if none exists.
long number_after(const std::string& text, std::string_view key) {
  std::istringstream lines(text);
  std::string name;
  for (long number = 0; lines >> name >> number;) {
    if (name == key) return number;
  }
  return 0;
}

/// Returns this process's path in a hierarchy: of a version 1 `controller`, or "" for version 2.
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

/// The group of the `number`-th bot. Group 0 is the lock.
std::string group_name(std::string_view word, unsigned long number) {
  return fmt::format("{}{}-{}", group_prefix, word, number);
}

/// Returns the random word in a group's name, or an empty text if arena did not make the group.
std::string_view word_of(std::string_view name) {
  if (!name.starts_with(group_prefix)) return {};
  name.remove_prefix(group_prefix.size());
  const std::string_view word = name.substr(0, name.find('-'));
  const bool is_word = word.size() == random_word_size && word.size() < name.size() &&
                       word.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  return is_word ? word : std::string_view();
}

std::vector<pid_t> processes_in(const std::string& folder) {
  std::vector<pid_t> found;
  std::istringstream pids(content_of(folder + "/cgroup.procs"));
  for (pid_t pid = 0; pids >> pid;) {
    if (pid > 0) found.push_back(pid);
  }
  return found;
}

/// Retries: the kernel may still be removing the last process, which has already ended.
void remove_group(const std::string& folder) {
  for (int tries = 0; tries < 100 && ::rmdir(folder.c_str()) != 0 && errno == EBUSY; ++tries)
    std::this_thread::sleep_for(std::chrono::microseconds(200));
}

/// Locks a group. Returns no descriptor if the group does not exist, or if `how` is LOCK_NB and
/// another process holds the lock.
FileDescriptor held_lock(const std::string& group, int how) {
  FileDescriptor file(::open(group.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file && ::flock(file.number(), LOCK_EX | how) != 0) file.reset();
  return file;
}

/// Uses the kernel's own kill if there is one: it also reaches processes of another container.
void kill_all_in(const std::string& group) {
  put(group + "/cgroup.kill", "1");
  for (const pid_t left : processes_in(group)) ::kill(left, SIGKILL);
  put(group + "/freezer.state", "THAWED");  // a frozen process does not die
}

/// Removes the groups of an arena that was killed, with any process left in them: bubblewrap, when
/// it has just started, does not yet end with its parent.
void remove_stale(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    names.push_back(entry.path().filename());
  for (const std::string& name : names) {
    const std::string_view word = word_of(name);
    if (word.empty()) continue;
    const std::string of_all = folder + "/" + group_name(word, 0);
    // Held until the group is gone, so that an arena that has just made the group cannot lock it.
    const FileDescriptor lock = held_lock(of_all, LOCK_NB);
    if (!lock && ::access(of_all.c_str(), F_OK) == 0) continue;
    const std::string group = folder + "/" + name;
    kill_all_in(group);
    remove_group(group);
  }
}

}  // namespace

Cgroup::~Cgroup() {
  for (const std::string& folder : folders_) remove_group(folder);
}

std::vector<std::string> Cgroup::entrances() const {
  std::vector<std::string> files;
  for (const std::string& folder : folders_) {
    // Version 1 lets a thread move itself alone, which is fast. Moving a process, as version 2
    // requires, waits until every processor has entered the kernel once. This takes milliseconds.
    const std::string for_thread = folder + "/tasks";
    const bool single = ::access(for_thread.c_str(), F_OK) == 0;
    files.push_back(single ? for_thread : folder + "/cgroup.procs");
  }
  return files;
}

Cgroup::Cgroup(std::vector<std::string> folders, FileDescriptor time, const std::string& freezer)
    : folders_(std::move(folders)), time_(std::move(time)) {
  if (freezer.empty()) return;
  freezer_.reset(::open((freezer + "/freezer.state").c_str(), O_WRONLY | O_CLOEXEC));
  single_ = static_cast<bool>(freezer_);
  if (!single_) freezer_.reset(::open((freezer + "/cgroup.freeze").c_str(), O_WRONLY | O_CLOEXEC));
}

void Cgroup::set_frozen(bool is_frozen) const {
  std::string_view word = is_frozen ? "1" : "0";
  if (single_) word = is_frozen ? "FROZEN" : "THAWED";
  static_cast<void>(::pwrite(freezer_.number(), word.data(), word.size(), 0));
}

std::vector<pid_t> Cgroup::members() const { return processes_in(folders_.front()); }

Duration Cgroup::time() const {
  std::array<char, 512> bytes{};
  const ssize_t size = ::pread(time_.number(), bytes.data(), bytes.size(), 0);
  const std::string_view text(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  // Version 1 writes only nanoseconds. The first line of version 2 has microseconds.
  constexpr std::string_view key = "usage_usec ";
  const std::string_view line = text.substr(0, text.find('\n'));
  if (!line.starts_with(key))
    return std::chrono::nanoseconds(to_number<std::int64_t>(line).value_or(0));
  return std::chrono::microseconds(to_number<std::int64_t>(line.substr(key.size())).value_or(0));
}

bool Cgroup::kill() const {
  bool empty = true;
  for (const std::string& folder : folders_) {
    for (const pid_t pid : processes_in(folder)) {
      ::kill(pid, SIGKILL);
      empty = false;
    }
  }
  if (freezes()) set_frozen(false);  // a frozen process does not die
  return empty;
}

bool Cgroup::ran_out_of_memory() const {
  return std::ranges::any_of(folders_, [](const std::string& folder) {
    return number_after(content_of(folder + "/memory.events"), "oom_kill") > 0 ||
           number_after(content_of(folder + "/memory.oom_control"), "oom_kill") > 0;
  });
}

CgroupRoot::CgroupRoot() : word_(random_word()) {
  if (!find_unified()) find_single();
  const std::vector<std::string> used = {memory_, processes_, processor_, time_, freezer_};
  std::erase_if(locks_, [&used](const Lock& lock) {
    if (std::ranges::find(used, lock.folder) != used.end()) return false;
    remove_group(lock.group);
    return true;
  });
  for (const Lock& lock : locks_) remove_stale(lock.folder);
  if (unified_) return;
  if (!memory_.empty() && !processes_.empty()) {
    text_ = "cgroup v1";
  } else if (memory_.empty() && processes_.empty()) {
    text_ = "no cgroup in which arena may make groups";
  } else {
    text_ = fmt::format("cgroup v1 for {} alone", memory_.empty() ? "processes" : "memory");
  }
}

CgroupRoot::~CgroupRoot() {
  for (const Lock& lock : locks_) remove_group(lock.group);
}

/// Returns this arena's lock group in the folder, and makes it if necessary. Empty if that fails.
std::string CgroupRoot::locked_group(const std::string& folder) {
  // If only version 1 is mounted, /sys/fs/cgroup is an ordinary folder.
  if (::access((folder + "/cgroup.procs").c_str(), F_OK) != 0) return "";
  std::string group = folder + "/" + group_name(word_, 0);
  const auto is_there = [&group] { return ::access(group.c_str(), F_OK) == 0; };
  if (is_there()) return group;
  // Another arena may mistake it for a stale group and remove it before we hold its lock.
  while (::mkdir(group.c_str(), 0755) == 0) {
    FileDescriptor held = held_lock(group, 0);
    if (!held || !is_there()) continue;
    locks_.push_back({folder, group, std::move(held)});
    return group;
  }
  return "";
}

/// Makes a group in the folder to check whether such groups have this file.
bool CgroupRoot::is_usable(const std::string& folder, const std::string& file, int access) {
  const std::string group = locked_group(folder);
  return !group.empty() && ::access((group + "/" + file).c_str(), access) == 0 &&
         ::access((group + "/cgroup.procs").c_str(), W_OK) == 0;
}

/// Returns the folder for groups of a version 1 controller, empty if arena can make none there.
std::string CgroupRoot::single_folder(const std::string& controller, const std::string& file) {
  const auto place = own_place(controller);
  if (!place) return "";
  // Controllers that share a hierarchy are links to one folder. Use its real name only.
  std::error_code error;
  const std::string mounted =
      std::filesystem::canonical("/sys/fs/cgroup/" + controller, error).string();
  if (error) return "";
  const std::string folder = *place == "/" ? mounted : mounted + *place;
  return is_usable(folder, file, W_OK) ? folder : "";
}

/// For limits, version 2 must enable the controllers for groups below arena's own. Time needs none.
bool CgroupRoot::find_unified() {
  const auto place = own_place("");
  if (!place) return false;
  const std::string own = *place == "/" ? "/sys/fs/cgroup" : "/sys/fs/cgroup" + *place;
  if (is_usable(own, "cpu.stat", R_OK)) time_ = own;
  if (is_usable(own, "cgroup.freeze", W_OK)) freezer_ = own;
  // A group that enables controllers for its children cannot contain processes. Then arena is in
  // one of its children, so look at the parent, too.
  return hands_down(own) || (*place != "/" && hands_down(own.substr(0, own.rfind('/'))));
}

bool CgroupRoot::hands_down(const std::string& folder) {
  const std::string handed_down = content_of(folder + "/cgroup.subtree_control");
  if (!holds_word(handed_down, "memory") || !holds_word(handed_down, "pids")) return false;
  if (!is_usable(folder, "memory.max", W_OK)) return false;
  unified_ = true;
  memory_ = processes_ = time_ = freezer_ = folder;
  if (holds_word(handed_down, "cpu")) processor_ = folder;
  text_ = "cgroup v2";
  return true;
}

void CgroupRoot::find_single() {
  memory_ = single_folder("memory", "memory.limit_in_bytes");
  processes_ = single_folder("pids", "pids.max");
  processor_ = single_folder("cpu", "cpu.shares");
  if (time_.empty()) time_ = single_folder("cpuacct", "cpuacct.usage");
  if (freezer_.empty()) freezer_ = single_folder("freezer", "freezer.state");
}

std::vector<std::string> CgroupRoot::folders_for(bool is_limited, bool is_watched) const {
  std::vector<std::string> folders;
  const auto add = [&folders](const std::string& folder) {
    if (std::ranges::find(folders, folder) == folders.end()) folders.push_back(folder);
  };
  if (is_limited && limits_memory()) add(memory_);
  if (is_limited && limits_processes()) add(processes_);
  if (is_limited && shares_processor()) add(processor_);
  if (is_watched && counts_time()) add(time_);
  if (is_watched && freezes()) add(freezer_);
  return folders;
}

std::unique_ptr<Cgroup> CgroupRoot::make(unsigned long number,
                                         const std::optional<GroupLimits>& limits,
                                         bool is_watched) const {
  const std::string name = group_name(word_, number);
  std::vector<std::string> folders = folders_for(limits.has_value(), is_watched);
  if (folders.empty()) return nullptr;
  for (std::size_t i = 0; i < folders.size(); ++i) {
    folders[i] += "/" + name;
    if (::mkdir(folders[i].c_str(), 0755) == 0) continue;
    folders.resize(i);
    const Cgroup undone(std::move(folders), {}, "");
    return nullptr;
  }
  FileDescriptor time;
  if (is_watched && counts_time()) {
    const std::string folder = time_ + "/" + name;
    const bool single = ::access((folder + "/cpuacct.usage").c_str(), R_OK) == 0;
    time.reset(
        ::open((folder + (single ? "/cpuacct.usage" : "/cpu.stat")).c_str(), O_RDONLY | O_CLOEXEC));
  }
  const std::string freezer = is_watched && freezes() ? freezer_ + "/" + name : "";
  auto group = std::make_unique<Cgroup>(std::move(folders), std::move(time), freezer);
  const bool limited = !limits || set_limits(name, *limits);
  return limited ? std::move(group) : nullptr;
}

bool CgroupRoot::set_limits(const std::string& name, const GroupLimits& limits) const {
  const std::string for_memory = memory_ + "/" + name;
  const std::string for_processes = processes_ + "/" + name;
  const std::string memory = std::to_string(limits.memory);
  const std::string processes = std::to_string(limits.processes);
  if (unified_) {
    put(for_memory + "/memory.swap.max", "0");  // missing without swap
    put(for_memory + "/memory.oom.group", "1");
    return put(for_memory + "/memory.max", memory) && put(for_memory + "/pids.max", processes);
  }
  bool limited = true;
  if (limits_memory()) {
    limited = put(for_memory + "/memory.limit_in_bytes", memory);
    put(for_memory + "/memory.memsw.limit_in_bytes", memory);  // missing without swap
  }
  if (limits_processes()) limited = limited && put(for_processes + "/pids.max", processes);
  return limited;
}

}  // namespace arena
