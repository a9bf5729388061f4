// With this part of the library, a bot cannot look into the first process of its sandbox, which is
// bubblewrap's and has the bot's user. It has mapped files that other sandboxes have mapped, too.
#include <sys/prctl.h>
#include <unistd.h>

/// Bubblewrap calls it in this process, to start the bot. The new program can look into itself
/// again.
extern "C" pid_t fork() {
  if (::getpid() == 1) ::prctl(PR_SET_DUMPABLE, 0);
  return ::_Fork();
}
