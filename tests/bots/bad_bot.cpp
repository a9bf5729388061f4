// A bot that misbehaves on purpose: `bad_bot MODE [NUMBER]`, one program for all known ways in
// which bots fail. If its mode does not say otherwise, it answers each question: a line that ends
// in `?` or begins with `Error:`. It can play Lost Cities and Streams to the end; in Streams it
// uses the first free slot. `bad_bot one_of MODE[=NUMBER]...` chooses one of these modes at random.

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "attacks.hpp"
#include "talk.hpp"

namespace {

using namespace std::string_literals;

/// Uses this much processor time in short-lived children, one after the other.
void let_work(long milliseconds) {
  constexpr long each = 5;
  for (long done = 0; done < milliseconds; done += each) {
    if (::fork() == 0) work(each), ::_exit(0);
    ::wait(nullptr);
  }
}

/// Thinks endlessly and writes its processor time, in milliseconds, to the file `pondered`.
[[noreturn]] void ponder_for_ever() {
  ::setsid();
  const int file = ::open("pondered", O_RDWR | O_CREAT | O_TRUNC, 0644);
  for (;;) {
    work(1);
    const std::string time = std::to_string(std::clock() / (CLOCKS_PER_SEC / 1000));
    if (file >= 0 && ::pwrite(file, time.data(), time.size(), 0) < 0) ::_exit(1);
  }
}

/// Leaves a child that does this in a session of its own.
void ponder() {
  if (::fork() == 0) ponder_for_ever();
}

/// Leaves such a child that a timer continues each millisecond, even after arena stopped it.
void ponder_on() {
  if (::fork() != 0) return;
  struct sigevent how {};
  how.sigev_notify = SIGEV_SIGNAL;
  how.sigev_signo = SIGCONT;
  timer_t timer{};
  ::timer_create(CLOCK_MONOTONIC, &how, &timer);
  const itimerspec each{{0, 1'000'000}, {0, 1'000'000}};
  ::timer_settime(timer, 0, &each, nullptr);
  ponder_for_ever();
}

/// Waits in vfork, which looks like waiting for the disk.
void wait_in_vfork() {
  if (::vfork() == 0) ::pause(), ::_exit(0);
}

void ignore_signals() {
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_IGN);
}

/// Goes on in a child that holds the pipes; the parent is gone.
void leave_a_child() {
  if (::fork() != 0) ::_exit(0);
  rest_for_ever();
}

/// Uses 64 MB, which take the kernel a while to make and to free.
void be_large() { static const std::vector<char> memory(std::size_t{64} << 20, 'x'); }

/// Leaves a process behind whose parent has ended and that leads a session of its own.
/// The daemon has memory that takes the kernel a while to free: a process that is being killed has
/// no environment any more, long before it is seen to be dead.
void leave_a_daemon() {
  be_large();
  const pid_t first = ::fork();
  if (first != 0) {
    ::waitpid(first, nullptr, 0);
    return;
  }
  ::setsid();
  if (::fork() != 0) ::_exit(0);
  rest_for_ever();
}

std::string open_descriptors() {
  std::string open;
  for (int descriptor = 0; descriptor < 1024; ++descriptor) {
    if (::dup2(descriptor, 1024) < 0) continue;
    open += std::to_string(descriptor) + " ";
  }
  return open;
}

/// Exits with a message if any descriptor except 0, 1 and 2 is open or can be written to.
void demand_standard_descriptors() {
  for (int descriptor = 3; descriptor < 1024; ++descriptor) {
    const bool open = ::fcntl(descriptor, F_GETFD) >= 0;
    const bool writable = ::write(descriptor, "forged\n", 7) >= 0 || errno != EBADF;
    if (!open && !writable) continue;
    send("descriptor " + std::to_string(descriptor) + " is open\n", 2);
    std::exit(9);
  }
}

/// Leaves zombies: children of its own, and as many orphans.
void leave_zombies(long count) {
  for (long i = 0; i < count; ++i) {
    if (::fork() == 0) ::_exit(0);
    const pid_t parent = ::fork();
    if (parent == 0) {
      if (::fork() == 0) ::_exit(0);
      ::_exit(0);
    }
    ::waitpid(parent, nullptr, 0);
  }
}

/// Writes the variables of its environment to a file, one on each line.
void write_environment(const char* path) {
  std::FILE* file = std::fopen(path, "w");
  for (char** variable = ::environ; *variable != nullptr; ++variable) {
    std::fprintf(file, "%s\n", *variable);
  }
  std::fclose(file);
}

void flood_stderr(long megabytes) {
  std::string block;
  for (int line = 0; line < 64; ++line) block += std::string(1023, 'x') + "\n";
  for (long i = 0; i < megabytes * 16; ++i) send(block, 2);
}

/// `size` bytes of all values but the one that ends a line.
std::string noise(long size) {
  std::string bytes;
  for (long i = 0; i < size; ++i) bytes += static_cast<char>(i % 255 < 10 ? i % 255 : i % 255 + 1);
  return bytes;
}

/// One rest of twenty takes up to twice as long as `limit`, mostly about as long.
void rest_at_random(long limit) {
  static std::mt19937 random(static_cast<unsigned>(::getpid()));
  if (random() % 20 != 0) return;
  const bool near = random() % 4 != 0;
  rest(near ? limit - 2 + static_cast<long>(random() % 5)
            : static_cast<long>(random()) % (2 * limit));
}

std::string own_processors() {
  cpu_set_t own;
  ::sched_getaffinity(0, sizeof(own), &own);
  return std::to_string(CPU_COUNT(&own));
}

std::string signals_not_default() {
  std::string changed;
  sigset_t blocked;
  ::sigprocmask(SIG_SETMASK, nullptr, &blocked);
  for (int signal = 1; signal < 32; ++signal) {
    struct sigaction action {};
    ::sigaction(signal, nullptr, &action);
    const bool is_default = action.sa_handler == SIG_DFL && !::sigismember(&blocked, signal);
    if (!is_default) changed += std::to_string(signal) + " ";
  }
  return "changed: " + changed;
}

std::map<std::string, Mode> starting_modes() {
  return {
      {"play", [](long) { play(); }},
      {"hello", [](long) { send("hello\n"), play(); }},
      {"bom", [](long) { send("\xef\xbb\xbf" + next_question()->answer + "\n"), play(); }},
      {"early_bom", [](long) { send("\xef\xbb\xbf"), play(); }},
      {"early_answers",
       [](long n) {
         for (long i = 0; i < n; ++i) send("19\n");
         play();
       }},
      {"half_hello", [](long) { send("hel"), play(); }},
      {"never_reads", [](long) { rest_for_ever(); }},
      {"slow_start", [](long ms) { work(ms), play(); }},
      {"sleepy_start", [](long ms) { rest(ms), play(); }},
      {"exit_at_start",
       [](long status) {
         send("Traceback: \x1b[31mno\n", 2), std::exit(static_cast<int>(status));
       }},
      {"chatter",
       [](long) {
         for (;;) send("thinking\n");
       }},
      {"stderr_flood", [](long mb) { flood_stderr(mb), play(); }},
      {"stderr_closed", [](long) { ::close(2), play(); }},
      {"stderr_is_stdout", [](long) { ::dup2(1, 2), play(); }},
      {"descriptors_or_exit", [](long) { demand_standard_descriptors(), play(); }},
      {"zombies", [](long count) { leave_zombies(count), play(); }},
      {"environment", [](long) { write_environment("environment"), play(); }},
      {"reads_some",
       [](long kb) {
         std::string bytes(static_cast<std::size_t>(kb) << 10, ' ');
         for (std::size_t all = 0; all < bytes.size();) {
           const ssize_t size = ::read(0, bytes.data(), bytes.size() - all);
           if (size <= 0) break;
           all += static_cast<std::size_t>(size);
         }
         rest_for_ever();
       }},
      {"large", [](long) { be_large(), play(); }},
      {"ponder", [](long) { ponder(), play(); }},
      {"ponder_on", [](long) { ponder_on(), play(); }},
      {"vfork", [](long) { next_question(), wait_in_vfork(); }},
      {"daemon", [](long) { leave_a_daemon(), play(); }},
      {"ignore_term", [](long) { ignore_signals(), play(), rest_for_ever(); }},
      {"stay",
       [](long) {
         ignore_signals(), play([](const Question& q) { send(q.answer + "\n"); }), rest_for_ever();
       }},
      {"last_words",
       [](long) {
         play([](const Question& q) { send(q.answer + "\n"); }), send(std::string(1 << 20, 'x'));
       }},
  };
}

std::map<std::string, Mode> ending_modes() {
  return {
      {"hang", [](long) { next_question(), rest_for_ever(); }},
      {"hang_after", [](long n) { play(n), next_question(), rest_for_ever(); }},
      {"exit_after", [](long n) { play(n), next_question(), std::exit(0); }},
      {"last_answer_then_exit", [](long n) { play(n), std::exit(0); }},
      {"no_newline_at_end", [](long n) { play(n), send(next_question()->answer), std::exit(0); }},
      {"segv", [](long) { next_question(), ::raise(SIGSEGV); }},
      {"abort", [](long) { next_question(), std::abort(); }},
      {"signal", [](long number) { next_question(), ::raise(static_cast<int>(number)); }},
      {"deaf", [](long) { ignore_signals(), next_question(), rest_for_ever(); }},
      {"stop_group", [](long) { next_question(), ::kill(0, SIGSTOP), rest_for_ever(); }},
      {"stderr_bytes",
       [](long) { next_question(), send("\xff\xfe\x1b[31m \0 \xc3\xa4\n"s, 2), std::exit(1); }},
      {"chatter_slowly",
       [](long ms) {
         next_question();
         for (;;) send("thinking\n"), rest(ms);
       }},
      {"stop_self", [](long) { next_question(), ::raise(SIGSTOP), rest_for_ever(); }},
      {"close_stdin", [](long) { play(1), ::close(0), rest_for_ever(); }},
      {"close_stdin_at_start", [](long) { ::close(0), rest_for_ever(); }},
      {"close_stdout", [](long) { next_question(), ::close(1), rest_for_ever(); }},
      {"child_outlives", [](long) { next_question(), leave_a_child(); }},
      {"flood",
       [](long) {
         next_question();
         for (;;) send(std::string(4096, 'x'));
       }},
      {"long_line",
       [](long size) {
         next_question();
         for (long left = size; left > 0; left -= 65536) {
           send(std::string(static_cast<std::size_t>(std::min(left, 65536L)), 'x'));
         }
         send("\n"), play();
       }},
      {"drip",
       [](long ms) {
         next_question();
         for (;;) send("5"), rest(ms);
       }},
      {"partial", [](long) { next_question(), send("5D"), rest_for_ever(); }},
  };
}

std::map<std::string, Mode> answering_modes() {
  const auto each = [](auto react) {
    return [react](long n) { play([&](const Question& q) { react(q, n); }); };
  };
  return {
      {"crlf", each([](const Question& q, long) { send(q.answer + "\r\n"); })},
      {"two_answers", each([](const Question& q, long) { send(q.answer + "\nagain\n"); })},
      {"two_legal_answers", each([](const Question& q, long) { send(q.answer + "\n19\n"); })},
      {"tabs", each([](const Question& q, long) { send("\t " + q.answer + " \t \r\n"); })},
      {"empty_line_after", each([](const Question& q, long) { send(q.answer + "\n\n"); })},
      {"empty_line_first", each([](const Question& q, long) { send("\n" + q.answer + "\n"); })},
      {"noise", each([](const Question&, long size) { send(noise(size) + "\n"); })},
      {"about",
       each([](const Question& q, long ms) { rest_at_random(ms), send(q.answer + "\n"); })},
      {"stderr_in_between",
       each([](const Question& q, long mb) { flood_stderr(mb), send(q.answer + "\n"); })},
      {"echo", each([](const Question& q, long) { send(q.line + "\n"); })},
      {"think_and_play", each([](const Question& q, long ms) { work(ms), send(q.answer + "\n"); })},
      {"workers", each([](const Question& q, long ms) { let_work(ms), send(q.answer + "\n"); })},
      {"late", each([](const Question& q, long ms) { rest(ms), send(q.answer + "\n"); })},
      {"think", each([](const Question&, long ms) { work(ms), send(own_processors() + "\n"); })},
      {"processors", each([](const Question&, long) { send(own_processors() + "\n"); })},
      {"descriptors", each([](const Question&, long) { send(open_descriptors() + "\n"); })},
      {"signals", each([](const Question&, long) { send(signals_not_default() + "\n"); })},
      {"garbage", each([](const Question&, long) { send("\xff\x1b[2J\0 \xc3\xa4\xe2\x82\n"s); })},
      {"stderr", each([](const Question& q, long) { send("note\n", 2), send(q.answer + "\n"); })},
  };
}

std::map<std::string, Mode> subtle_modes() {
  return {
      {"unflushed",
       [](long) { play([](const Question& q) { std::printf("%s\n", q.answer.c_str()); }); }},
      {"leak",
       [](long kb) {
         static std::vector<std::vector<char>> kept;
         play([kb](const Question& q) {
           kept.emplace_back(static_cast<std::size_t>(kb) << 10, 'x');
           send(q.answer + "\n");
         });
       }},
      {"child_stays",
       [](long) {
         if (::fork() == 0) rest_for_ever();
         play();
       }},
      {"end_status",
       [](long status) {
         play([](const Question& q) { send(q.answer + "\n"); });
         std::exit(static_cast<int>(status));
       }},
      {"refusal_ends",
       [](long status) {
         play([status](const Question& q) {
           if (q.line.starts_with("Error:")) std::exit(static_cast<int>(status));
           send(q.answer + "\n");
         });
       }},
  };
}

/// Returns false if there is no such mode.
bool run_mode(const std::string& mode, long number) {
  for (const auto& modes :
       {starting_modes(), ending_modes(), answering_modes(), subtle_modes(), attacks()}) {
    const auto found = modes.find(mode);
    if (found == modes.end()) continue;
    found->second(number);
    return true;
  }
  return false;
}

/// Chooses one of several words MODE or MODE=NUMBER at random and prints it on stderr.
std::vector<std::string> chosen(const std::vector<std::string>& words) {
  std::random_device chance;
  const std::string& word = words.at(chance() % words.size());
  send(word + "\n", 2);
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) return {word};
  return {word.substr(0, equals), word.substr(equals + 1)};
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.size() > 1 && words.front() == "one_of")
    words = chosen({words.begin() + 1, words.end()});
  const std::string mode = words.empty() ? "play" : words[0];
  if (run_mode(mode, words.size() > 1 ? std::atol(words[1].c_str()) : 0)) return 0;
  std::fprintf(stderr, "bad_bot: there is no mode %s\n", mode.c_str());
  return 2;
}
