// Bubblewrap loads this library by LD_PRELOAD. With it, the /proc in a sandbox shows only
// processes. The host's exact counters in /proc would let bots communicate. Bubblewrap has no
// option for this, and hiding each file of /proc would double its time.
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace {

/// The descriptor of this library, which the bot must not inherit. The environment has its number
/// until bubblewrap clears the environment.
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
