#include "arena/process/limits/guardian.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <set>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "arena/process/limits/cgroup.hpp"
#include "arena/process/limits/process_table.hpp"
#include "arena/process/spawn/bot_environment.hpp"
#include "arena/process/spawn/launch.hpp"

namespace arena {

namespace {

constexpr std::string_view name_prefix = "guard-";
constexpr std::size_t word_size = 9;  // the kernel keeps 15 characters of a process name

/// Returns the word in the mark of a bot's process, empty if it has no mark.
std::string marked_word(const std::string& variables) {
  constexpr std::string_view key{"\0ARENA_BOT=", 11};
  const std::size_t at = variables.find(key);
  if (at == std::string::npos) return "";
  const std::string word = variables.substr(at + key.size(), word_size);
  const bool is_word = word.size() == word_size && variables[at + key.size() + word_size] == '.' &&
                       word.find_first_not_of("0123456789abcdef") == std::string::npos;
  return is_word ? word : "";
}

std::string guardian_name(const std::string& word) { return std::string(name_prefix) + word; }

bool lives(const std::string& name) {
  bool found = false;
  each_number_in("/proc", [&](pid_t pid) {
    const std::string path = fmt::format("/proc/{}/comm", pid);
    if (found || trim(small_file(path.c_str())) != name) return;
    const auto seen = process(pid);
    found = seen && !seen->dead();
  });
  return found;
}

void kill_bots(const std::string& word, const std::set<pid_t>& sessions) {
  kill_families([&](const Process& one) {
    return sessions.contains(one.session) || marked_word(environment(one.pid)) == word;
  });
}

/// Kills bots whose guardian is gone. A guardian outlives its arena a little, so their arena is
/// gone, too. `own`: the word of the bot that started this arena, if a bot did. Those bots are
/// spared.
void kill_abandoned(const std::string& own) {
  std::set<std::string> words;
  for (const Process& one : possible_members()) words.insert(marked_word(environment(one.pid)));
  for (const std::string& word : words) {
    if (!word.empty() && word != own && !lives(guardian_name(word))) kill_bots(word, {});
  }
}

/// Waits until arena ends. Returns the sessions of the bots that run then. `notes` delivers the
/// leader of each new session, and the negative number when it ends.
std::set<pid_t> await_end(int arena, int notes) {
  std::set<pid_t> sessions;
  std::array<pollfd, 2> seen{{{arena, POLLIN, 0}, {notes, POLLIN, 0}}};
  while (seen[0].revents == 0) {
    if (::poll(seen.data(), seen.size(), -1) < 0) continue;
    std::array<pid_t, 64> leaders{};
    ssize_t size = 0;
    while ((size = ::read(notes, leaders.data(), sizeof(leaders))) > 0) {
      for (std::size_t i = 0; i < static_cast<std::size_t>(size) / sizeof(pid_t); ++i) {
        if (leaders[i] > 0) sessions.insert(leaders[i]);
        if (leaders[i] < 0) sessions.erase(-leaders[i]);
      }
    }
    if (size == 0) seen[1].fd = -1;  // arena closed the pipe and is about to end
  }
  return sessions;
}

/// Otherwise this process would keep arena's descriptors open, such as ends of a bot's pipes.
void close_all_but(int one, int other) {
  const auto low = static_cast<unsigned>(std::min(one, other));
  const auto high = static_cast<unsigned>(std::max(one, other));
  if (low > 0) ::syscall(SYS_close_range, 0U, low - 1, 0);
  if (high > low + 1) ::syscall(SYS_close_range, low + 1, high - 1, 0);
  ::syscall(SYS_close_range, high + 1, ~0U, 0);
}

/// Erases the copy of arena's command line and environment, so that a search by them finds only
/// arena.
void forget_words() {
  const std::string stat = small_file("/proc/self/stat");
  std::string_view fields = std::string_view(stat).substr(stat.rfind(')') + 1);
  constexpr int before = 45;  // the fields between the name and the addresses
  for (int i = 0; i < before; ++i) take_field(fields);
  for (int part = 0; part < 2; ++part) {
    const auto begin = to_number<std::uintptr_t>(take_field(fields)).value_or(0);
    const auto end = to_number<std::uintptr_t>(take_field(fields)).value_or(0);
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the kernel's addresses
    if (begin != 0 && begin < end) std::memset(reinterpret_cast<void*>(begin), 0, end - begin);
  }
}

[[noreturn]] void guard(const std::string& word, int arena, int notes) {
  ::setpgid(0, 0);  // so that a kill of arena's group spares it
  close_all_but(arena, notes);
  const std::string own = marked_word(environment(::getpid()));
  forget_words();
  if (::chdir("/") != 0) ::_exit(1);
  kill_abandoned(own);
  const std::set<pid_t> sessions = await_end(arena, notes);
  { const CgroupRoot thaws_and_removes_groups; }
  kill_bots(word, sessions);
  // Until now, a process that arena was just starting also held its locks.
  { const CgroupRoot removes_the_rest; }
  ::_exit(0);
}

/// Forks a process that has the name from its first moment: it copies this thread's name.
pid_t fork_named(const std::string& name) {
  std::array<char, 16> before{};
  ::prctl(PR_GET_NAME, before.data());
  ::prctl(PR_SET_NAME, name.c_str());
  const pid_t pid = ::fork();
  if (pid != 0) ::prctl(PR_SET_NAME, before.data());
  return pid;
}

}  // namespace

Guardian::Guardian() : word_(random_word().substr(0, word_size)) {
  auto pipe = make_pipe();
  const FileDescriptor arena(static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0)));
  if (pipe && arena) {
    ::fcntl(pipe->read.number(), F_SETFL, O_NONBLOCK);
    ::fcntl(pipe->write.number(), F_SETFL, O_NONBLOCK);
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_ = fork_named(guardian_name(word_));
    if (pid_ == 0) guard(word_, arena.number(), pipe->read.number());
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  if (pid_ <= 0) throw std::system_error(errno, std::generic_category(), "a process to guard bots");
  notes_ = std::move(pipe->write);
}

Guardian::~Guardian() {
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void Guardian::note(pid_t leader) const {
  static_cast<void>(::write(notes_.number(), &leader, sizeof(leader)));
}

}  // namespace arena
