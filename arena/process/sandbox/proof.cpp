#include "arena/process/sandbox/proof.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "arena/peer/task.hpp"
#include "arena/process/process.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

constexpr std::chrono::seconds patience{5};

// Prints what it finds inside, on one line. The filter of system calls refuses a lock.
constexpr const char* look_around = R"(
read -r line
found="$line process=$$"
while read -r key value rest; do
  case $key in Uid:|CapEff:|NoNewPrivs:|Seccomp:) found="$found $key$value" ;; esac
done </proc/self/status
for path in /etc/passwd /proc/meminfo /proc/sys; do
  [ -e "$path" ] && found="$found $path"
done
flock --nonblock /usr/bin/env true 2>/dev/null && found="$found locks"
(read -r line </proc/1/maps) 2>/dev/null && found="$found first-process"
device=$(stat -c %d /usr)
found="$found device=$device"
echo "$found" $(readlink /proc/self/ns/*)
)";
constexpr std::array own_namespaces = {"cgroup", "ipc", "mnt", "net", "pid", "user", "uts"};
constexpr std::array outer_files = {"/etc/passwd", "/proc/meminfo", "/proc/sys"};

/// The device of the file's file system, as `stat` prints it.
std::string device_of(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? fmt::format("device={}", status.st_dev) : "";
}

/// The same for what only a sandbox apart has.
std::string missing_own_part(std::string_view answer) {
  const auto holds = [answer](const std::string& text) {
    return answer.find(text) != std::string_view::npos;
  };
  if (!holds(" device=") || holds(fmt::format(" {} ", device_of("/usr"))))
    return "has no files of its own";
  std::error_code none;
  const auto times = std::filesystem::read_symlink("/proc/self/ns/time", none);
  return !none && holds(times.string()) ? "shares the namespace time" : "";
}

/// Returns the missing protection according to the program's answer, empty if all are there.
std::string missing_wall(std::string_view line, const Sandbox& sandbox) {
  const std::string answer = fmt::format(" {} ", line);
  const auto has = [&answer](std::string_view word) {
    return answer.find(fmt::format(" {} ", word)) != std::string::npos;
  };
  if (!has("process=2")) return "has no process numbers of its own";
  for (const char* name : own_namespaces) {
    std::error_code none;
    const auto outside = std::filesystem::read_symlink(fmt::format("/proc/self/ns/{}", name), none);
    if (!none && has(outside.string())) return fmt::format("shares the namespace {}", name);
  }
  if (::geteuid() == 0 && has("Uid:0")) return "is root";
  if (!has("CapEff:0000000000000000") || !has("NoNewPrivs:1")) return "has privileges";
  if (!has("Seccomp:2") || has("locks")) return "no filter of system calls holds";
  for (const char* path : outer_files) {
    if (has(path)) return fmt::format("can see {}", path);
  }
  if (has("first-process")) return "can look into the sandbox's first process";
  if (sandbox.limits().apart) return missing_own_part(answer);
  return "";
}

/// Returns why the sandbox does not work, empty if it works.
boost::asio::awaitable<std::string> try_sandbox(Loop& loop, Spawner& spawner,
                                                const std::shared_ptr<const Sandbox>& sandbox) {
  ProcessSettings settings;
  settings.command = {"/bin/sh", "-c", look_around};
  settings.declared = {"PATH=/usr/bin:/bin"};
  settings.sandbox = sandbox;
  auto started = co_await ProcessPeer::start(loop, spawner, std::move(settings));
  if (const auto* fault = std::get_if<Fault>(&started)) co_return fault->detail;
  const std::unique_ptr<ProcessPeer> peer =
      std::get<std::unique_ptr<ProcessPeer>>(std::move(started));
  peer->outbox() += "answer\n";
  const Reply reply = co_await peer->ask(patience);
  std::string why;
  if (const auto* line = std::get_if<Line>(&reply)) {
    why = missing_wall(line->text, *sandbox);
    if (!why.empty())
      why = fmt::format(
          "{} started a program that {}: is it bubblewrap, and not setuid{}?", sandbox->program(),
          why, sandbox->limits().apart ? ", and the program bindfs what it is called" : "");
  }
  co_await peer->end(Ending::finished);
  if (const auto* fault = std::get_if<Fault>(&reply))
    why = fmt::format("{}; {}", fault->detail, trim(peer->report().stderr_tail));
  co_return why;
}

}  // namespace

void prove(const std::shared_ptr<const Sandbox>& sandbox, Spawner& spawner) {
  if (!sandbox) return;
  Loop loop;
  std::string why;
  const auto run = [&]() -> boost::asio::awaitable<void> {
    why = co_await try_sandbox(loop, spawner, sandbox);
  };
  run_task(loop, run());
  if (!why.empty()) throw Error(fmt::format("--sandbox does not work here: {}", why));
}

}  // namespace arena
