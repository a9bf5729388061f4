#include "arena/util/helper_process.hpp"

#include <dlfcn.h>
#include <link.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

#include <fmt/format.h>

#include "arena/util/error.hpp"

namespace arena {

namespace {

namespace fs = std::filesystem;

/// The folder of the program, or of the library that this code is in (Python's module).
fs::path own_folder() {
  Dl_info info{};
  link_map* library = nullptr;
  ::dladdr1(reinterpret_cast<const void*>(&own_folder), &info,  // NOLINT: a function's address
            reinterpret_cast<void**>(&library), RTLD_DL_LINKMAP);
  const bool is_library = library != nullptr && *library->l_name != '\0';
  return fs::canonical(is_library ? library->l_name : "/proc/self/exe").parent_path();
}

/// What a spawned process gets. Destroys what posix_spawn needs.
struct SpawnSettings : boost::noncopyable {
  explicit SpawnSettings(int stream) {
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_adddup2(&files, stream, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&files, stream, STDOUT_FILENO);
    ::posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    // A group of its own, so that Ctrl-C does not reach it. It stays in arena's session: what is
    // not may be taken for a process of a bot (process/limits/process_table.hpp).
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSettings() {
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&attributes);
  }

  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};
};

int milliseconds_until(TimePoint deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1'000'000));
}

}  // namespace

fs::path helper_program(std::string_view name) {
  const fs::path own = own_folder();
  std::error_code error;
  if (fs::exists(own / name, error)) return own / name;  // beside the module of a Python wheel
  for (fs::path folder = own; folder.has_relative_path(); folder = folder.parent_path()) {
    const fs::path found = folder / "lib" / "arena" / name;
    if (fs::exists(found, error)) return found;
  }
  throw Error(fmt::format(
      "arena's program \"{}\" is missing: neither {} nor a folder above it has it in lib/arena; "
      "build or install arena again",
      name, own.string()));
}

bool HelperProcess::start() {
  if (socket_) return true;
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return false;
  FileDescriptor own(ends[0]);
  const FileDescriptor other(ends[1]);
  const SpawnSettings settings(other.number());
  std::string name = program_.string();
  const std::array<char*, 2> words = {name.data(), nullptr};
  if (::posix_spawn(&pid_, name.c_str(), &settings.files, &settings.attributes, words.data(),
                    environ) != 0) {
    pid_ = -1;
    return false;
  }
  socket_ = std::move(own);
  return true;
}

void HelperProcess::stop() {
  socket_.reset();
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

HelperProcess::Answers HelperProcess::ask(std::span<const std::string> requests) {
  Answers answers;
  answers.reserve(requests.size());
  std::optional<std::size_t> failed;  // the request that is being repeated
  while (answers.size() < requests.size()) {
    if (start()) answer(requests.subspan(answers.size()), answers);
    if (answers.size() == requests.size()) break;
    stop();
    if (failed == answers.size()) {
      answers.emplace_back();
      failed.reset();
    } else {
      failed = answers.size();
    }
  }
  return answers;
}

/// Adds the answers that come before the process dies or is late.
void HelperProcess::answer(std::span<const std::string> requests, Answers& answers) {
  std::string out;
  for (const std::string& request : requests) out += request + '\n';
  std::string in;
  std::size_t sent = 0;
  const std::size_t wanted = answers.size() + requests.size();
  TimePoint deadline = Clock::now() + patience_;
  while (answers.size() < wanted) {
    pollfd seen{socket_.number(), POLLIN, 0};
    if (sent < out.size()) seen.events |= POLLOUT;
    const int ready = ::poll(&seen, 1, milliseconds_until(deadline));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return;
    if ((seen.revents & POLLOUT) != 0) {
      // No SIGPIPE if the process is gone.
      const ssize_t size = ::send(socket_.number(), out.data() + sent, out.size() - sent,
                                  MSG_NOSIGNAL | MSG_DONTWAIT);
      sent += size > 0 ? static_cast<std::size_t>(size) : 0;
    }
    if ((seen.revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
    std::array<char, 4096> room{};
    const ssize_t size = ::recv(socket_.number(), room.data(), room.size(), MSG_DONTWAIT);
    if (size <= 0) return;
    in.append(room.data(), static_cast<std::size_t>(size));
    for (std::size_t end = 0; (end = in.find('\n')) != std::string::npos; in.erase(0, end + 1)) {
      answers.emplace_back(in.substr(0, end));
      deadline = Clock::now() + patience_;
    }
  }
}

}  // namespace arena
