#include "bench/child.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "arena/util/file_io.hpp"
#include "bench/bench.hpp"

namespace arena::bench {

namespace {

struct Pipe {
  FileDescriptor read;
  FileDescriptor write;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe failed");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

pid_t spawn(const std::vector<std::string>& command, int in, int out) {
  std::vector<char*> words;
  for (const std::string& word : command)
    words.push_back(const_cast<char*>(word.c_str()));  // NOLINT: posix_spawn's type
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  pid_t pid = 0;
  const int error = ::posix_spawn(&pid, words[0], &actions, nullptr, words.data(), ::environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::runtime_error("cannot start " + command.front());
  return pid;
}

void wait_for(pid_t pid) {
  int status = 0;
  if (::waitpid(pid, &status, 0) != pid || status != 0)
    throw std::runtime_error("a program ended badly");
}

}  // namespace

double most_resident(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
  }
  return 0;
}

int last_core() {
  cpu_set_t set;
  ::sched_getaffinity(0, sizeof(set), &set);
  int last = 0;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &set)) last = core;
  }
  return last;
}

OnCore::OnCore(int core) {
  ::sched_getaffinity(0, sizeof(before_), &before_);
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  ::sched_setaffinity(0, sizeof(one), &one);
}

OnCore::~OnCore() { ::sched_setaffinity(0, sizeof(before_), &before_); }

Child start_child(const std::vector<std::string>& command) {
  Pipe in = make_pipe();
  Pipe out = make_pipe();
  Child child;
  child.pid = spawn(command, in.read.number(), out.write.number());
  child.in = std::move(in.write);
  child.out = std::move(out.read);
  return child;
}

void end_child(Child& child) {
  child.in.reset();
  child.out.reset();
  wait_for(child.pid);
}

std::string output_of(const std::vector<std::string>& command) {
  Child child = start_child(command);
  child.in.reset();
  std::string output = read_all(child.out.number()).value_or("");
  end_child(child);
  return output;
}

void run_child(const std::vector<std::string>& command) {
  const FileDescriptor nowhere(::open("/dev/null", O_RDWR | O_CLOEXEC));
  wait_for(spawn(command, nowhere.number(), nowhere.number()));
}

double games_per_second(const std::vector<std::string>& command, int games) {
  const Stopwatch watch;
  run_child(command);
  return games / watch.seconds();
}

std::vector<std::string> lost_cities_run(const std::string& arena, int games,
                                         const std::vector<std::string>& more) {
  std::vector<std::string> words = {arena, "run",    "lost_cities",         "-j",
                                    "2",   "-n",     std::to_string(games), "--seed",
                                    "1",   "--quiet"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

double most_resident_of(const std::vector<std::string>& command) {
  Child child = start_child(command);
  double most = 0;
  for (double seen = most_resident(child.pid); seen > 0; seen = most_resident(child.pid)) {
    most = std::max(most, seen);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  end_child(child);
  return most;
}

}  // namespace arena::bench
