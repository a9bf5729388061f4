// A program of arena's own that answers lines with lines, in a process of its own: if a library
// crashes there, arena loses an answer and not its life. Bots are started elsewhere
// (process/spawn/spawner.hpp): a helper is trusted, and gets no sandbox and no limits.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/core/noncopyable.hpp>

#include "arena/util/file_io.hpp"
#include "arena/util/time.hpp"

namespace arena {

/// The helper program of this name: in lib/arena above this code's program or library, or in the
/// library's own folder. Throws Error that says what is missing.
std::filesystem::path helper_program(std::string_view name);

/// Not thread-safe. The process starts with the first request. It ends when this object is gone:
/// also if arena is killed, because its stdin then ends.
class HelperProcess : boost::noncopyable {
 public:
  using Answers = std::vector<std::optional<std::string>>;

  /// `patience`: a process that works longer than this on one line is killed.
  explicit HelperProcess(std::filesystem::path program, Duration patience = std::chrono::minutes(1))
      : program_(std::move(program)), patience_(patience) {}
  ~HelperProcess() { stop(); }

  /// One answer for each request, in order. Requests and answers are lines, here without their
  /// ends. If the process dies or is late, arena starts it again and repeats the request once; then
  /// the answer is nullopt, as it is if the process cannot be started.
  Answers ask(std::span<const std::string> requests);
  /// The running process; -1 if none exists.
  [[nodiscard]] int pid() const { return pid_; }

 private:
  bool start();
  void stop();
  void answer(std::span<const std::string> requests, Answers& answers);

  std::filesystem::path program_;
  Duration patience_;
  FileDescriptor socket_;  // to its stdin and from its stdout
  int pid_ = -1;
};

}  // namespace arena
