#include "attacks.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <vector>

#include "talk.hpp"

namespace {

/// Inside, its parent is the first process of all, or that of bubblewrap above it.
void demand_sandbox() {
  if (::getppid() > 2) std::exit(43);
}

void fill(const char* path) {
  const int file = ::open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const std::vector<char> bytes(1 << 20, 'x');
  while (::write(file, bytes.data(), bytes.size()) > 0) {
  }
  ::close(file);
}

/// Each in a session of its own, so that the kernel takes them for so many users.
void burn(int children) {
  for (int i = 0; i < children; ++i) {
    if (::fork() != 0) continue;
    ::setsid();
    while (::getppid() >= 0) {
    }
  }
}

}  // namespace

std::map<std::string, Mode> attacks() {
  const auto inside = [](auto attack) { return [attack](long) { demand_sandbox(), attack(); }; };
  return {
      {"fork_bomb", inside([] {
         next_question();
         for (;;) ::fork();
       })},
      {"memory_bomb", inside([] {
         next_question();
         constexpr std::size_t step = 1 << 20;
         for (;;) std::memset(std::malloc(step), 'x', step);
       })},
      {"fill_disk", inside([] { fill("/tmp/full"), fill("/dev/shm/full"), play(); })},
      {"burners", inside([] { burn(50), play(); })},
      {"kill_all", inside([] { ::kill(-1, SIGKILL), ::kill(::getppid(), SIGSTOP), play(); })},
  };
}
