#include "arena/players/process_tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "arena/core/text.hpp"
#include "arena/players/file_descriptor.hpp"
#include "arena/players/plain_text.hpp"

namespace arena {

namespace {

struct Process {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t session = 0;
  char state = '?';
  std::uint64_t started = 0;      // in ticks of the system's clock
  std::int64_t children_ran = 0;  // those that have ended, in ticks

  [[nodiscard]] bool dead() const { return state == 'Z' || state == 'X'; }
};

/// Calls `visit` with each name in a folder that is a number; nothing if there is no such folder.
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

/// Up to 4 KiB of a small file of the kernel's; empty if it is gone.
std::string small_file(const char* path) {
  const FileDescriptor file(::open(path, O_RDONLY | O_CLOEXEC));
  std::array<char, 4096> bytes{};
  const ssize_t size = file ? ::read(file.number(), bytes.data(), bytes.size()) : 0;
  return {bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

/// The next field of a line of fields; it is taken off.
std::string_view take_field(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \n"), line.size()));
  const std::string_view field = line.substr(0, line.find_first_of(" \n"));
  line.remove_prefix(field.size());
  return field;
}

/// Of a process or a thread, by its folder in /proc: the fields after the command's name, which may
/// itself hold blanks and brackets.
std::optional<Process> process_in(const std::string& folder) {
  const std::string stat = small_file((folder + "/stat").c_str());
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::string_view fields = std::string_view(stat).substr(name_end + 1);
  Process found;
  found.pid = to_number<pid_t>(std::string_view(stat).substr(0, stat.find(' '))).value_or(0);
  found.state = take_field(fields).front();
  found.parent = to_number<pid_t>(take_field(fields)).value_or(0);
  take_field(fields);  // its group
  found.session = to_number<pid_t>(take_field(fields)).value_or(0);
  constexpr int before_children = 9;  // fields, from the terminal to its own time
  for (int i = 0; i < before_children; ++i) take_field(fields);
  found.children_ran = to_number<std::int64_t>(take_field(fields)).value_or(0);
  found.children_ran += to_number<std::int64_t>(take_field(fields)).value_or(0);
  constexpr int before_start = 4;  // fields
  for (int i = 0; i < before_start; ++i) take_field(fields);
  found.started = to_number<std::uint64_t>(take_field(fields)).value_or(0);
  return found;
}

std::optional<Process> process(pid_t pid) { return process_in(fmt::format("/proc/{}", pid)); }

/// All processes but those that cannot be a bot's: the kernel's own and what is in arena's session,
/// which a bot left when it was started and cannot enter again. Asking for a session is much
/// cheaper than reading about a process.
std::vector<Process> possible_members() {
  const pid_t own_session = ::getsid(0);
  std::vector<Process> possible;
  each_number_in("/proc", [&](pid_t pid) {
    const pid_t session = ::getsid(pid);
    if (session <= 0 || session == own_session) return;
    if (auto found = process(pid)) possible.push_back(*found);
  });
  return possible;
}

/// The environment that a process was started with, a zero byte before and after each variable.
std::string environment(pid_t pid) {
  std::string text(1, '\0');
  const FileDescriptor file(
      ::open(fmt::format("/proc/{}/environ", pid).c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return text;
  std::array<char, 4096> bytes{};
  for (ssize_t size = 0; (size = ::read(file.number(), bytes.data(), bytes.size())) > 0;) {
    text.append(bytes.data(), static_cast<std::size_t>(size));
  }
  return text;
}

/// True if the process was started with `marker`, a whole variable, in its environment.
bool carries(pid_t pid, const std::string& marker) {
  return environment(pid).find('\0' + marker + '\0') != std::string::npos;
}

/// True if the process bears no bot's mark: it was started with an environment of its own.
bool unmarked(pid_t pid, const std::string& marker) {
  const std::string_view name(marker.data(), marker.find('=') + 1);
  return environment(pid).find('\0' + std::string(name)) == std::string::npos;
}

/// A bot's processes, dead ones too: those that `founds` says are its own, and their descendants.
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

/// Zombies that came to arena when their parents ended; nobody else will reap them.
void reap_orphans(const std::vector<Process>& all, Leaders& leaders) {
  const pid_t arena = ::getpid();
  for (const Process& one : all) {
    if (one.parent == arena && one.dead()) leaders.reap_orphan(one.pid);
  }
}

}  // namespace

void Leaders::remove(pid_t pid) {
  const std::lock_guard lock(mutex_);
  pids_.erase(pid);
}

bool Leaders::contains(pid_t pid) {
  const std::lock_guard lock(mutex_);
  return pids_.contains(pid);
}

void Leaders::reap_orphan(pid_t pid) {
  const std::lock_guard lock(mutex_);
  if (!pids_.contains(pid)) ::waitpid(pid, nullptr, WNOHANG);
}

namespace {

/// What makes a process a bot's: its session, or being a marked orphan. An orphan that was killed
/// loses its mark a moment before it is seen to be dead, so the `killed` are known by number.
auto founders(pid_t leader, const std::string& marker, const std::vector<pid_t>& killed) {
  return [&, leader, arena = ::getpid()](const Process& candidate) {
    if (candidate.pid == leader || candidate.session == leader) return true;
    if (candidate.parent != arena || candidate.dead()) return false;
    return std::ranges::find(killed, candidate.pid) != killed.end() ||
           carries(candidate.pid, marker);
  };
}

/// Orphans that threw their bot's mark away, and are older than every other bot that lives: none of
/// these can have started them.
std::vector<pid_t> strays(const std::vector<Process>& all, pid_t leader, const std::string& marker,
                          Leaders& leaders) {
  const pid_t arena = ::getpid();
  std::vector<Process> orphans;
  std::uint64_t oldest_bot = std::numeric_limits<std::uint64_t>::max();
  for (const Process& one : all) {
    if (one.parent != arena || one.pid == leader) continue;
    if (leaders.contains(one.pid)) {
      oldest_bot = std::min(oldest_bot, one.started);
    } else if (!one.dead()) {
      orphans.push_back(one);
    }
  }
  std::vector<pid_t> found;
  for (const Process& orphan : orphans) {
    if (orphan.started < oldest_bot && unmarked(orphan.pid, marker)) found.push_back(orphan.pid);
  }
  return found;
}

}  // namespace

std::vector<pid_t> ProcessTree::members() const {
  std::vector<pid_t> pids;
  for (const Process& member : family(possible_members(), founders(leader_, marker_, killed_))) {
    if (!member.dead()) pids.push_back(member.pid);
  }
  return pids;
}

void ProcessTree::kill_group() const {
  // While the leader is not reaped, no other process can get its number.
  if (!removed_) ::kill(-leader_, SIGKILL);
}

bool ProcessTree::remove() {
  if (removed_) return true;
  kill_group();
  const std::vector<Process> all = possible_members();
  std::vector<pid_t> killed;
  for (const Process& member : family(all, founders(leader_, marker_, killed_))) {
    if (member.dead()) continue;
    ::kill(member.pid, SIGKILL);
    killed.push_back(member.pid);
  }
  for (const pid_t stray : strays(all, leader_, marker_, leaders_)) ::kill(stray, SIGKILL);
  killed_ = std::move(killed);
  reap_orphans(all, leaders_);
  if (!killed_.empty()) return false;
  if (::waitpid(leader_, nullptr, WNOHANG) == 0) return false;
  leaders_.remove(leader_);
  removed_ = true;
  return true;
}

void remove_orphans(Leaders& leaders) {
  const pid_t arena = ::getpid();
  const std::vector<Process> all = possible_members();
  for (const Process& one : all) {
    if (one.parent == arena && !one.dead()) ::kill(one.pid, SIGKILL);
  }
  reap_orphans(all, leaders);
}

void remove_descendants() {
  const pid_t arena = ::getpid();
  const auto child = [arena](const Process& candidate) { return candidate.parent == arena; };
  for (int looks = 0; looks < 100; ++looks) {
    bool alive = false;
    for (const Process& one : family(possible_members(), child)) {
      if (one.dead()) continue;
      alive = true;
      ::kill(one.pid, SIGKILL);
    }
    if (!alive) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

namespace {

struct ThreadSchedule {
  Duration run;
  Duration waited;
};

std::optional<ThreadSchedule> schedule_of(const std::string& file) {
  const std::string text = small_file(file.c_str());
  std::string_view fields = text;
  const auto run = to_number<std::int64_t>(take_field(fields));
  const auto waited = to_number<std::int64_t>(take_field(fields));
  if (!run || !waited) return std::nullopt;
  return ThreadSchedule{Duration(*run), Duration(*waited)};
}

}  // namespace

Duration own_wait() {
  const auto seen = schedule_of("/proc/thread-self/schedstat");
  return seen ? seen->waited : Duration::zero();
}

ProcessorUse processor_use(const std::vector<pid_t>& processes) {
  ProcessorUse use;
  for (const pid_t pid : processes) {
    const std::string tasks = fmt::format("/proc/{}/task", pid);
    each_number_in(tasks, [&](pid_t thread) {
      const std::string folder = fmt::format("{}/{}", tasks, thread);
      const auto now = process_in(folder);
      if (now && (now->state == 'R' || now->state == 'D')) use.busy = true;
      const auto seen = schedule_of(folder + "/schedstat");
      if (!seen) {
        use.known = use.known && !process_in(folder);  // unless it has just ended
        return;
      }
      use.run += seen->run;
      use.waited += seen->waited;
    });
  }
  return use;
}

Duration time_run(const std::vector<pid_t>& processes) {
  Duration sum{0};
  for (const pid_t pid : processes) {
    clockid_t clock{};
    timespec run{};
    if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &run) != 0) continue;
    sum += std::chrono::seconds(run.tv_sec) + std::chrono::nanoseconds(run.tv_nsec);
  }
  return sum;
}

Duration time_of_children(const std::vector<pid_t>& processes) {
  std::int64_t ticks = 0;
  for (const pid_t pid : processes) {
    if (const auto seen = process(pid)) ticks += seen->children_ran;
  }
  return ticks * Duration(std::chrono::seconds(1)) / ::sysconf(_SC_CLK_TCK);
}

void allow_processors(const std::vector<pid_t>& processes, const cpu_set_t& processors) {
  for (const pid_t pid : processes) {
    each_number_in(fmt::format("/proc/{}/task", pid), [&processors](pid_t thread) {
      ::sched_setaffinity(thread, sizeof(processors), &processors);
    });
  }
}

std::string process_name(pid_t pid) {
  const std::string name = small_file(fmt::format("/proc/{}/comm", pid).c_str());
  return fmt::format("{} ({})", pid, escaped(trim(name)));
}

}  // namespace arena
