#include "arena/process/limits/process_tree.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "arena/process/limits/guardian.hpp"
#include "arena/process/limits/process_table.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

/// Whether the process was started with `marker`, a whole variable, in its environment.
bool carries(pid_t pid, const std::string& marker) {
  return environment(pid).find('\0' + marker + '\0') != std::string::npos;
}

/// Whether the process carries no bot's mark: something started it with another environment.
bool unmarked(pid_t pid, const std::string& marker) {
  const std::string_view name(marker.data(), marker.find('=') + 1);
  return environment(pid).find('\0' + std::string(name)) == std::string::npos;
}

/// Reaps dead processes that became arena's children when their parents ended. Nothing else does.
void reap_orphans(const std::vector<Process>& all, RootProcesses& leaders) {
  const pid_t arena = ::getpid();
  for (const Process& one : all) {
    if (one.parent == arena && one.dead()) leaders.reap_orphan(one.pid);
  }
}

/// A process belongs to a bot by its session, or as an orphan with the bot's mark. A killed orphan
/// loses its mark a moment before it appears dead, so `killed` lists these by number.
auto founders(pid_t leader, const std::string& marker, const std::vector<pid_t>& killed) {
  return [&, leader, arena = ::getpid()](const Process& candidate) {
    if (candidate.pid == leader || candidate.session == leader) return true;
    if (candidate.parent != arena || candidate.dead()) return false;
    return std::ranges::find(killed, candidate.pid) != killed.end() ||
           carries(candidate.pid, marker);
  };
}

/// Orphans without a mark that are older than every other live bot: this bot must have started
/// them.
std::vector<pid_t> strays(const std::vector<Process>& all, pid_t leader, const std::string& marker,
                          RootProcesses& leaders) {
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

void RootProcesses::add(pid_t pid) {
  pids_.insert(pid);
  guardian_->started(pid);
}

void RootProcesses::remove(pid_t pid) {
  const std::lock_guard lock(mutex_);
  pids_.erase(pid);
  guardian_->ended(pid);
}

Guardian& RootProcesses::guardian() {
  const std::lock_guard lock(mutex_);
  if (!guardian_) guardian_ = std::make_unique<Guardian>();
  return *guardian_;
}

RootProcesses::RootProcesses() = default;
RootProcesses::~RootProcesses() = default;

bool RootProcesses::contains(pid_t pid) {
  const std::lock_guard lock(mutex_);
  return pids_.contains(pid);
}

void RootProcesses::reap_orphan(pid_t pid) {
  const std::lock_guard lock(mutex_);
  if (!pids_.contains(pid)) ::waitpid(pid, nullptr, WNOHANG);
}

std::vector<pid_t> ProcessTree::members() const {
  std::vector<pid_t> pids;
  for (const Process& member : family(possible_members(), founders(leader_, marker_, killed_))) {
    if (!member.dead()) pids.push_back(member.pid);
  }
  return pids;
}

void ProcessTree::kill_group() const {
  // Until the leader is reaped, no other process can get its number.
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

void remove_orphans(RootProcesses& leaders) {
  const pid_t arena = ::getpid();
  const std::vector<Process> all = possible_members();
  for (const Process& one : all) {
    if (one.parent == arena && !one.dead()) ::kill(one.pid, SIGKILL);
  }
  reap_orphans(all, leaders);
}

void remove_descendants() {
  kill_families([arena = ::getpid()](const Process& one) { return one.parent == arena; });
}

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
      if (now) use.runs = use.runs || now->state == 'R';
      if (now) use.busy = use.busy || use.runs || now->state == 'D';
      const auto seen = schedule_of(folder + "/schedstat");
      if (!seen) {
        use.known = use.known && !process_in(folder);  // unless the thread has just ended
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

MemoryUse memory_use(const std::vector<pid_t>& processes) {
  constexpr std::uint64_t kilobyte = 1024;
  constexpr std::size_t name_size = 6;
  MemoryUse use;
  for (const pid_t pid : processes) {
    std::ifstream file(fmt::format("/proc/{}/status", pid));
    for (std::string line; std::getline(file, line);) {  // such as "VmRSS:     1234 kB"
      if (line.starts_with("VmRSS:"))
        use.resident += std::stoull(line.substr(name_size)) * kilobyte;
      if (line.starts_with("VmHWM:")) use.peak += std::stoull(line.substr(name_size)) * kilobyte;
    }
  }
  return use;
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
