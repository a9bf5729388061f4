// The child process that checks one version.
#include <poll.h>
#include <unistd.h>

#include <array>
#include <iostream>
#include <string>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "arena/contest/checks/check_job.hpp"
#include "arena/core/described.hpp"
#include "arena/process/limits/process_tree.hpp"
#include "arena/process/spawn/launch.hpp"
#include "arena/util/file_io.hpp"

namespace arena::contest {

namespace {

/// Ends the process, with all that it started, if its standard input ends: then the server is gone,
/// or does not want the result any more.
class InputWatch {
 public:
  InputWatch() : end_(make_pipe()), thread_([this] { watch(); }) {}
  InputWatch(const InputWatch&) = delete;
  InputWatch& operator=(const InputWatch&) = delete;
  ~InputWatch() {
    end_->write.reset();
    thread_.join();
  }

 private:
  void watch() const {
    std::array<pollfd, 2> files{{{STDIN_FILENO, POLLIN, 0}, {end_->read.number(), POLLIN, 0}}};
    while (files[1].revents == 0) {
      if (::poll(files.data(), files.size(), -1) < 0) continue;
      std::array<char, 512> bytes{};
      if (files[0].revents == 0 || ::read(STDIN_FILENO, bytes.data(), bytes.size()) > 0) continue;
      remove_descendants();
      ::_exit(1);
    }
  }

  std::optional<Pipe> end_;
  std::thread thread_;
};

json::object answer_to(const std::string& line, const Games& games) {
  try {
    const auto job = described::read<CheckJob>(json::parse(line), "the job");
    return {{"result", job.is_tryout ? described::to_json(run_tryout(job, games))
                                     : described::to_json(run_check(job, games))}};
  } catch (const std::system_error& error) {
    return {{"error", error.what()}, {"code", error.code().value()}};
  } catch (const std::exception& error) {
    return {{"error", error.what()}};
  }
}

/// Without the buffer of std::cin, so that `InputWatch` sees the end.
std::string read_line() {
  std::string line;
  for (char c = 0; ::read(STDIN_FILENO, &c, 1) == 1 && c != '\n';) line += c;
  return line;
}

}  // namespace

int serve_check(const Games& games) {
  const std::string line = read_line();
  const InputWatch watch;
  const json::object answer = answer_to(line, games);
  return write_all(STDOUT_FILENO, json::serialize(answer) + "\n") ? 0 : 1;
}

}  // namespace arena::contest
