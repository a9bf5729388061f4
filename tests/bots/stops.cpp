// Loaded into arena before all other libraries, this stops it at one of the waits of its event
// loops, in which every await that suspends ends up. ARENA_STOP is the number of the wait, from 1,
// what happens there, and a file that is made then: "17 interrupt PATH".

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

constexpr useconds_t until_heard = 2000;  // a thread of arena's waits for signals

/// What was ordered. It is taken out of the environment, so that nothing that arena starts has it.
struct Order {
  Order() {
    const char* text = ::getenv("ARENA_STOP");
    if (text != nullptr) std::istringstream(text) >> wait >> way >> told;
    ::unsetenv("ARENA_STOP");
    ::unsetenv("LD_PRELOAD");
  }

  long wait = 0;
  std::string way;
  std::string told;
};

Order order;
std::atomic<long> waits = 0;
rlimit files{};
std::atomic<bool> no_descriptors = false;
std::atomic<bool> disk_is_full = false;
std::atomic<bool> is_torn = false;

/// What hides it; the function itself, once this library has seen to the call.
template <class Function>
Function* hidden(Function* /*own*/, const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

void allow_descriptors() { ::setrlimit(RLIMIT_NOFILE, &files); }

void allow_no_descriptors() {
  const int lowest_free = ::dup(STDIN_FILENO);
  ::close(lowest_free);
  const rlimit none{static_cast<rlim_t>(lowest_free), files.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &none);
}

/// Whether it lies where arena was started, as its records and logs do.
bool is_own_file(int descriptor) {
  struct stat status {};
  struct stat here {};
  return ::fstat(descriptor, &status) == 0 && ::stat(".", &here) == 0 && S_ISREG(status.st_mode) &&
         status.st_dev == here.st_dev;
}

void stop() {
  ::close(::open(order.told.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0644));
  if (order.way == "throw") throw std::runtime_error("stopped at a wait");
  if (order.way == "full") disk_is_full = true;
  if (order.way == "descriptors") {
    ::getrlimit(RLIMIT_NOFILE, &files);
    allow_no_descriptors();
    no_descriptors = true;
    std::atexit(allow_descriptors);  // the sanitizers want some to look for leaks
  }
  if (order.way == "interrupt") ::kill(::getpid(), SIGINT);
  if (order.way == "terminate") ::kill(::getpid(), SIGTERM);
  ::usleep(until_heard);
}

}  // namespace

extern "C" {

[[gnu::visibility("default")]] int epoll_wait(int epoll, epoll_event* events, int most,
                                              int milliseconds) {
  static const auto next = hidden(&epoll_wait, "epoll_wait");
  if (++waits == order.wait) stop();
  return next(epoll, events, most, milliseconds);
}

/// A disk with room for half of what is written first.
[[gnu::visibility("default")]] ssize_t write(int descriptor, const void* bytes, size_t size) {
  static const auto next = hidden(&write, "write");
  if (!disk_is_full || !is_own_file(descriptor)) return next(descriptor, bytes, size);
  if (size > 1 && !is_torn.exchange(true)) return next(descriptor, bytes, size / 2);
  errno = ENOSPC;
  return -1;
}

/// By this one the sanitizers see whether memory can be read; arena makes its own with flags.
[[gnu::visibility("default")]] int pipe(int ends[2]) noexcept {
  static const auto next = hidden(&pipe, "pipe");
  if (!no_descriptors) return next(ends);
  allow_descriptors();
  const int made = next(ends);
  allow_no_descriptors();
  return made;
}
}
