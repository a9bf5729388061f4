// What a new process does between vfork and exec. Boost.Process calls it. Used only by the spawner.
#pragma once

#include <fcntl.h>
#include <linux/close_range.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <string>
#include <vector>

#include <boost/system/error_code.hpp>

#include "arena/process/spawn/bot_users.hpp"

namespace arena {

/// The extra settings of a process in a sandbox, as plain values that the child can use.
struct Confinement {
  std::array<int, 4> inherited{-1, -1, -1, -1};  // descriptors that stay open
  rlimit file{RLIM_INFINITY, RLIM_INFINITY};
  rlimit data{RLIM_INFINITY, RLIM_INFINITY};
  rlimit descriptors{RLIM_INFINITY, RLIM_INFINITY};
  std::optional<rlimit> signals;  // pending signals and timers; not set here if empty
  BotUser user;                   // the process becomes this user; no value if arena is not root
};

/// Runs between vfork and exec. The child shares arena's memory, and another thread may hold its
/// locks, so use only system calls.
struct ChildSetup {
  std::array<int, 3> standard;
  int failure;  // the write end of a pipe that exec closes
  const cpu_set_t* processors;
  const rlimit* files;
  pid_t arena;
  const std::vector<std::string>* entrances;  // of its group; null without a group
  const Confinement* confinement;             // null without a sandbox

  template <class Launcher, class Path>
  boost::system::error_code on_setup(Launcher& launcher, const Path& /*program*/,
                                     const char* const*& /*arguments*/) const {
    launcher.fd_whitelist.push_back(failure);
    if (confinement != nullptr) {
      for (const int descriptor : confinement->inherited)
        launcher.fd_whitelist.push_back(descriptor);
    }
    return {};
  }

  template <class Launcher, class Path>
  boost::system::error_code on_exec_setup(Launcher& /*launcher*/, const Path& /*program*/,
                                          const char* const*& /*arguments*/) const {
    ::setsid();
    for (int i = 0; i < 3; ++i) {
      if (::dup2(standard[static_cast<std::size_t>(i)], i) < 0) fail(errno);
    }
    // The launcher leaves gaps below a descriptor that it keeps open. Close those, too.
    ::syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC);
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    ::setrlimit(RLIMIT_NOFILE, files);
    ::sched_setaffinity(0, sizeof(*processors), processors);
    if (entrances != nullptr) {
      for (const std::string& entrance : *entrances) enter(entrance.c_str());
    }
    if (confinement != nullptr) confine();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);      // last, because changing the user clears it
    if (::getppid() != arena) ::_exit(127);  // arena ended before PDEATHSIG was set
    reset_signals();
    return {};
  }

  /// The launcher checks for this function with one argument list and calls it with another. After
  /// it, the launcher would call exit(), which must not run in arena's memory.
  template <class... Context>
  void on_exec_error(const Context&... /*context*/) const {
    fail(errno);
  }

 private:
  void confine() const {
    for (const int descriptor : confinement->inherited) ::fcntl(descriptor, F_SETFD, 0);
    ::setrlimit(RLIMIT_FSIZE, &confinement->file);
    ::setrlimit(RLIMIT_DATA, &confinement->data);
    ::setrlimit(RLIMIT_NOFILE, &confinement->descriptors);
    if (confinement->signals) ::setrlimit(RLIMIT_SIGPENDING, &*confinement->signals);
    if (!confinement->user) return;
    const unsigned user = *confinement->user;
    // The library's functions would change the user of all of arena's threads.
    if (::syscall(SYS_setgroups, 0, nullptr) != 0 ||
        ::syscall(SYS_setresgid, user, user, user) != 0 ||
        ::syscall(SYS_setresuid, user, user, user) != 0) {
      fail(errno);
    }
  }
  void enter(const char* group) const {
    const int file = ::open(group, O_WRONLY | O_CLOEXEC);
    if (file < 0 || ::write(file, "0", 1) != 1) fail(errno);
    ::close(file);
  }
  static void reset_signals() {
    struct sigaction standard_action {};
    standard_action.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &standard_action, nullptr);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
  }
  [[noreturn]] void fail(int error) const {
    const ssize_t written = ::write(failure, &error, sizeof(error));
    ::_exit(written == sizeof(error) ? 127 : 126);
  }
};

}  // namespace arena
