// A library that bubblewrap is started with (LD_PRELOAD): the /proc that it mounts for a bot shows
// processes and nothing of the host, whose exact counters bots could talk by. Bubblewrap has no
// option for that, and to cover each file of /proc takes it as long as all the rest.
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace {

/// Where the loader has found this, a descriptor that bubblewrap must not hand on to the bot. Its
/// number is in the environment until bubblewrap clears that.
int own_file = -1;

__attribute__((constructor)) void remember_own_file() {
  const char* path = std::getenv("LD_PRELOAD");  // NOLINT(concurrency-mt-unsafe)
  const char* name = path != nullptr ? std::strrchr(path, '/') : nullptr;
  if (name != nullptr) own_file = std::atoi(name + 1);
}

}  // namespace

extern "C" int mount(const char* source, const char* target, const char* type, unsigned long flags,
                     const void* data) {
  if (type != nullptr && std::strcmp(type, "proc") == 0) {
    ::close(own_file);
    data = "subset=pid";
  }
  return static_cast<int>(::syscall(SYS_mount, source, target, type, flags, data));
}
