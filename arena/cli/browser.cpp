#include "arena/cli/browser.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <vector>

#include <fmt/format.h>

#include "arena/process/spawn/program.hpp"
#include "arena/util/error.hpp"

namespace arena::cli {

namespace {

/// The words of the browser's command. Throws Error if there is no such program.
std::vector<std::string> browser_command(const std::string& address) {
  const char* chosen =
      std::getenv("BROWSER");  // NOLINT(concurrency-mt-unsafe): arena never sets it
  const std::string command = chosen != nullptr && *chosen != '\0' ? chosen : "xdg-open";
  std::vector<std::string> words = bot_command(std::vector<std::string>{command});
  words.push_back(address);
  return words;
}

// The next two run between fork and exec: they call only what POSIX allows there.

[[noreturn]] void become(char* const* words) {
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nothing = ::open("/dev/null", O_RDWR);
  for (int descriptor = 0; descriptor <= 2; ++descriptor) ::dup2(nothing, descriptor);
  ::execv(words[0], words);
  ::_exit(127);
}

/// Returns the browser's exit status if it ends soon, as a program does that finds no desktop.
int status_of(pid_t browser) {
  const timespec pause{0, 20'000'000};
  for (int tries = 0; tries < 50; ++tries) {
    int status = 0;
    if (::waitpid(browser, &status, WNOHANG) == browser)
      return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    ::nanosleep(&pause, nullptr);
  }
  return 0;
}

/// Starts a program that does not belong to arena: its parent, a process in between, ends at once.
/// Returns false if it fails soon.
bool start(std::vector<std::string> words) {
  std::vector<char*> args;
  for (std::string& word : words) args.push_back(word.data());
  args.push_back(nullptr);
  const pid_t between = ::fork();
  if (between == 0) {
    ::setsid();
    const pid_t browser = ::fork();
    if (browser == 0) become(args.data());
    ::_exit(browser < 0 ? 1 : status_of(browser));
  }
  int status = 0;
  return between > 0 && ::waitpid(between, &status, 0) == between && status == 0;
}

}  // namespace

void show_in_browser(const std::string& address) {
  std::string why = "it failed";
  try {
    if (start(browser_command(address))) return;
  } catch (const Error& error) {
    why = error.what();
  }
  fmt::print(stderr, "No browser could be opened ({}): open this address yourself.\n", why);
}

}  // namespace arena::cli
