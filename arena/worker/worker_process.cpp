#include "arena/worker/worker_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "arena/process/spawn/launch.hpp"
#include "arena/worker/messages.hpp"

namespace arena {

namespace {

constexpr std::chrono::seconds time_to_read{10};
constexpr std::chrono::seconds time_to_end{5};

void check(int error, const char* what) {
  if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

std::pair<FileDescriptor, FileDescriptor> make_sockets() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    check(errno, "no connection to a worker");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

/// What posix_spawn does in the child.
class Actions {
 public:
  explicit Actions(int socket) {
    ::posix_spawn_file_actions_init(&files_);
    ::posix_spawn_file_actions_adddup2(&files_, socket, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&files_, socket, STDOUT_FILENO);
    // A server has sockets that exec does not close.
    ::posix_spawn_file_actions_addclosefrom_np(&files_, STDERR_FILENO + 1);
    ::posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;
  ~Actions() {
    ::posix_spawn_file_actions_destroy(&files_);
    ::posix_spawnattr_destroy(&attributes_);
  }

  pid_t start(const std::vector<std::string>& command) const {
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    pid_t pid = 0;
    check(::posix_spawn(&pid, words[0], &files_, &attributes_, words.data(), ::environ),
          "a worker cannot be started");
    return pid;
  }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

bool is_ready(int file, short events, std::chrono::milliseconds time) {
  pollfd state{file, events, 0};
  return ::poll(&state, 1, static_cast<int>(time.count())) > 0;
}

std::string text_of(const siginfo_t& info) {
  if (info.si_code == CLD_EXITED) return fmt::format("exited with status {}", info.si_status);
  return fmt::format("was killed by signal {}", info.si_status);
}

}  // namespace

WorkerProcess::WorkerProcess(const std::vector<std::string>& command)
    : lines_(-1, longest_worker_line) {
  auto [own, its] = make_sockets();
  pid_ = Actions(its.number()).start(command);
  pidfd_.reset(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
  if (!pidfd_) {
    const int error = errno;
    discard(pid_);
    check(error, "a worker cannot be watched");
  }
  socket_ = std::move(own);
  lines_ = LineReader(socket_.number(), longest_worker_line, [this] { wait_readable(); });
}

WorkerProcess::~WorkerProcess() {
  end();
  static_cast<void>(ending());
}

void WorkerProcess::send(std::string_view line) {
  std::string text(line);
  text += '\n';
  std::string_view left = text;
  const std::lock_guard lock(sending_);
  const TimePoint late = Clock::now() + time_to_read;
  while (!left.empty()) {
    const ssize_t sent =
        ::send(socket_.number(), left.data(), left.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent >= 0) {
      left.remove_prefix(static_cast<std::size_t>(sent));
    } else if ((errno != EAGAIN && errno != EINTR) || Clock::now() > late) {
      return kill();
    } else {
      static_cast<void>(is_ready(socket_.number(), POLLOUT, std::chrono::milliseconds(100)));
    }
  }
}

void WorkerProcess::end() {
  TimePoint not_yet = TimePoint::max();
  must_end_.compare_exchange_strong(not_yet, Clock::now() + time_to_end);
  ::shutdown(socket_.number(), SHUT_WR);
}

std::optional<std::string_view> WorkerProcess::next_line(Duration patience) {
  must_speak_ = Clock::now() + patience;
  return lines_.next();
}

/// A worker that hangs is asked to end, with its bots. One that should end and does not is killed,
/// even if it goes on to write. A process that it left behind may have its socket.
void WorkerProcess::wait_readable() {
  while (true) {
    const TimePoint now = Clock::now();
    if (now > must_speak_ && !std::exchange(has_hung_, true)) end();
    if (now > must_end_.load()) kill();
    if (is_ready(pidfd_.number(), POLLIN, std::chrono::seconds(0))) shut();
    if (is_ready(socket_.number(), POLLIN, std::chrono::seconds(1))) return;
  }
}

std::string WorkerProcess::ending() {
  if (how_) return *how_;
  if (!ends_within(time_to_end)) kill();
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED) != 0 && errno == EINTR) continue;
  how_ = has_hung_ ? "hung, and was ended" : text_of(info);
  return *how_;
}

bool WorkerProcess::ends_within(std::chrono::milliseconds time) const {
  const TimePoint late = Clock::now() + time;
  while (Clock::now() < late) {
    if (is_ready(pidfd_.number(), POLLIN, std::chrono::milliseconds(100))) return true;
  }
  return false;
}

void WorkerProcess::shut() const { ::shutdown(socket_.number(), SHUT_RDWR); }

/// Its number may belong to another process by now.
void WorkerProcess::kill() const {
  ::syscall(SYS_pidfd_send_signal, pidfd_.number(), SIGKILL, nullptr, 0);
  shut();
}

}  // namespace arena
