#include "arena/check/host_checks.hpp"

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "arena/peer/loop.hpp"
#include "arena/peer/task.hpp"
#include "arena/process/limits/process_tree.hpp"
#include "arena/process/process.hpp"
#include "arena/process/sandbox/proof.hpp"
#include "arena/process/sandbox/sandbox.hpp"
#include "arena/process/spawn/bot_users.hpp"
#include "arena/process/spawn/program.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

constexpr const char* how_to_get_groups =
    "Root can make groups where cgroup v1 is mounted. With cgroup v2 start arena in a unit with "
    "Delegate=yes, as docs/sandbox.md shows.";

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

Finding found(std::string_view name, Verdict verdict, std::string text, std::string remedy = "") {
  Finding finding(name, verdict, std::move(text));
  if (!remedy.empty()) finding.details.push_back(std::move(remedy));
  return finding;
}

Finding kernel() {
  utsname system{};
  ::uname(&system);
  return found("kernel", Verdict::ok, fmt::format("{} {}", system.sysname, system.release));
}

Finding user() {
  if (::geteuid() != 0)
    return found("user", Verdict::ok, fmt::format("arena runs as user {}", ::geteuid()));
  const bool own = BotUsers().are_own();
  return found("user", Verdict::note,
               fmt::format("arena runs as root; in the sandbox {}, other bots are root too",
                           own ? "each bot is a user of its own" : "all bots are user 65534"),
               own ? "Run arena as a separate user if it plays without --sandbox."
                   : "With all user ids, outside of a container, each bot gets one of its own.");
}

/// Returns null if this host cannot make a sandbox. The report then says why.
std::shared_ptr<const Sandbox> sandbox(Spawner& spawner, CheckReport& report) {
  std::shared_ptr<const Sandbox> made;
  try {
    made = std::make_shared<const Sandbox>(SandboxLimits());
    prove(made, spawner);
  } catch (const Error& error) {
    report.add(found(
        "sandbox", Verdict::failed, error.what(),
        "Install bubblewrap 0.8 or later (apt install bubblewrap), and let users make namespaces: "
        "sysctl kernel.unprivileged_userns_clone=1, "
        "kernel.apparmor_restrict_unprivileged_userns=0, "
        "user.max_user_namespaces above 0; in a container: it must be allowed to (--privileged)."));
    return nullptr;
  }
  report.add(found("sandbox", Verdict::ok,
                   fmt::format("bots can run in a sandbox, by {} and a filter of system calls",
                               find_program("bwrap"))));
  return made;
}

/// REQUIRES: the sandbox works.
void own_files(Spawner& spawner, CheckReport& report) {
  try {
    SandboxLimits limits;
    limits.apart = true;
    prove(std::make_shared<const Sandbox>(limits), spawner);
    report.add(found("apart", Verdict::ok,
                     "bots in the sandbox can each have files of their own (--sandbox=apart)"));
  } catch (const Error& error) {
    report.add(found("apart", Verdict::note,
                     fmt::format("bots in the sandbox can communicate by the files of the system: "
                                 "{}",
                                 error.what()),
                     "--sandbox=apart, which is the default of contests, needs bindfs (apt install "
                     "bindfs) and /dev/fuse (in a container: --device /dev/fuse)."));
  }
}

void groups(const CgroupRoot& groups, CheckReport& report) {
  const auto add = [&report](std::string_view name, bool holds, std::string good, std::string bad,
                             std::string remedy) {
    report.add(holds ? found(name, Verdict::ok, std::move(good))
                     : found(name, Verdict::note, std::move(bad), std::move(remedy)));
  };
  add("memory", groups.limits_memory(),
      fmt::format("limited for all processes of a bot together ({})", groups.text()),
      fmt::format("limited for each process of a bot by itself: {}", groups.text()),
      how_to_get_groups);
  add("processes", groups.limits_processes(),
      fmt::format("counted for each bot ({}), and none can hide", groups.text()),
      "limited by RLIMIT_NPROC in the sandbox",
      groups.limits_memory() ? "" : "The same groups fix it.");
  add("shares", groups.shares_processor(),
      "bots in the sandbox share a core equally, whatever processes they have",
      "a bot with many processes can take its opponent's share of their core",
      "--pause keeps it from that; so do groups of arena's own: cgroup v1 cpu, or cgroup v2 with "
      "the controller cpu handed down.");
  add("pauses", groups.freezes(), "--pause freezes a bot, whatever it does",
      "--pause stops the processes that it finds, and a bot can arrange to go on",
      "A group of arena's own freezes it: cgroup v1 freezer, or a writable place in cgroup v2.");
  add("time", groups.counts_time(),
      "processor time is counted for all processes of a bot, ended ones too",
      "--clock cpu looks for a bot's processes at each question, which takes arena longer, and "
      "loses the time of some that have ended",
      "A group of arena's own counts it: cgroup v1 cpuacct, or any writable place in cgroup v2.");
}

Finding delays() {
  if (processor_use({::getpid()}).known)
    return found("overload", Verdict::ok, "the kernel reports how long bots wait for a processor");
  return found(
      "overload", Verdict::note,
      "the kernel does not report how long bots wait for a processor (/proc/PID/schedstat): no "
      "game is known to be overloaded, and arena cannot distinguish a slow start from an idle bot",
      "It takes a kernel with CONFIG_SCHED_INFO.");
}

/// How busy the host is now, if the kernel reports it.
Finding pressure() {
  constexpr double much = 5;  // percent
  const std::string line = first_line("/proc/pressure/cpu");
  const std::size_t at = line.find("avg10=");
  if (at == std::string::npos)
    return found("load", Verdict::ok, "the kernel does not report its load (/proc/pressure/cpu)");
  const double percent = std::strtod(line.c_str() + at + 6, nullptr);
  Finding finding =
      found("load", percent < much ? Verdict::ok : Verdict::note,
            fmt::format("in the last 10 s something waited for a processor {:.0f} % of the time",
                        percent),
            percent < much ? "" : "The measurements below, and contests, need an idle machine.");
  finding.values["waiting_percent"] = percent;
  return finding;
}

Finding core_dumps() {
  const std::string pattern = first_line("/proc/sys/kernel/core_pattern");
  if (!pattern.starts_with('|'))
    return found("core dumps", Verdict::ok, "none are written of bots");
  return found("core dumps", Verdict::note,
               fmt::format("the kernel starts a program when a bot crashes: \"{}\"", pattern),
               "sysctl kernel.core_pattern=core ends that; bots may not write core files.");
}

Finding cores(const cpu_set_t& allowed) {
  const int count = CPU_COUNT(&allowed);
  Finding finding =
      found("cores", count > 1 ? Verdict::ok : Verdict::note,
            fmt::format("arena may use {} of {} {}{}", count, ::sysconf(_SC_NPROCESSORS_ONLN),
                        plural(count, "core"),
                        count == 1 ? ": bots that think share it with all others" : ""));
  finding.values["cores"] = count;
  return finding;
}

/// Each bot needs five of arena's descriptors, and a few more in the sandbox.
Finding files() {
  constexpr rlim_t each = 8;
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  const rlim_t bots = limit.rlim_max / each;
  const bool enough = bots >= 100;
  return found("files", enough ? Verdict::ok : Verdict::note,
               fmt::format("arena may open {}, enough for {} at a time",
                           counted(limit.rlim_max, "file"), counted(bots, "bot")),
               enough ? "" : "ulimit -Hn, or LimitNOFILE= of a systemd unit, allows more.");
}

}  // namespace

void check_host(Spawner& spawner, CheckReport& report) {
  report.add(kernel());
  report.add(user());
  const auto made = sandbox(spawner, report);
  if (made) {
    own_files(spawner, report);
    groups(made->groups(), report);
  } else {
    groups(CgroupRoot(), report);
  }
  report.add(delays());
  report.add(core_dumps());
  report.add(files());
  report.add(cores(spawner.processors()));
  report.add(pressure());
}

namespace {

namespace asio = boost::asio;

constexpr int starts = 25;
constexpr int questions = 2000;
constexpr std::chrono::seconds patience{5};

std::optional<Duration> median(std::vector<Duration> times) {
  if (times.empty()) return std::nullopt;
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  return *middle;
}

/// Plays a bot that repeats each line. Returns the times of `wanted` answers, without the first
/// one; with 0 of that one, since the bot's start. Empty if the bot did not answer.
asio::awaitable<std::vector<Duration>> echo(Loop& loop, Spawner& spawner, std::optional<int> core,
                                            std::shared_ptr<const Sandbox> sandbox, int wanted) {
  std::vector<Duration> times;
  ProcessSettings settings;
  settings.command = {"/bin/sh", "-c", "while read -r line; do echo \"$line\"; done"};
  settings.core = core;
  settings.stays = true;
  settings.sandbox = std::move(sandbox);
  const TimePoint begin = Clock::now();
  auto started = co_await ProcessPeer::start(loop, spawner, std::move(settings));
  if (std::holds_alternative<Fault>(started)) co_return times;
  auto peer = std::get<std::unique_ptr<ProcessPeer>>(std::move(started));
  for (int asked = 0; asked <= wanted; ++asked) {
    const TimePoint now = asked == 0 ? begin : Clock::now();
    peer->outbox() += "?\n";
    const Reply reply = co_await peer->ask(patience);
    if (std::holds_alternative<Fault>(reply)) break;
    if (asked > 0 || wanted == 0) times.push_back(Clock::now() - now);
  }
  co_await peer->end(Ending::faulted);
  co_return times;
}

}  // namespace

HostCosts measure_costs(Spawner& spawner, const std::shared_ptr<const Sandbox>& sandbox,
                        const std::shared_ptr<const Sandbox>& apart) {
  const int here = core_of(spawner.processors(), 0);
  const int there = core_of(spawner.processors(), 1);
  bind_to(here);
  Loop loop;
  HostCosts costs;
  const auto median_start =
      [&](std::shared_ptr<const Sandbox> box) -> asio::awaitable<std::optional<Duration>> {
    std::vector<Duration> times;
    for (int i = 0; i < starts; ++i) {
      const std::vector<Duration> one = co_await echo(loop, spawner, here, box, 0);
      times.insert(times.end(), one.begin(), one.end());
    }
    co_return median(std::move(times));
  };
  const auto measure = [&]() -> asio::awaitable<void> {
    costs.start = co_await median_start(nullptr);
    if (sandbox) costs.start_inside = co_await median_start(sandbox);
    if (apart) costs.start_apart = co_await median_start(apart);
    std::vector<Duration> times = co_await echo(loop, spawner, here, nullptr, questions);
    costs.on_one_core = median(std::move(times));
    if (there == here) co_return;
    std::vector<Duration> across = co_await echo(loop, spawner, there, nullptr, questions);
    costs.across_cores = median(std::move(across));
  };
  run_task(loop, measure());
  return costs;
}

}  // namespace arena
