// One child process `arena worker`, and lines to and from it. It leads a process group of its own,
// so that a Ctrl-C at the terminal does not reach it. Not for: what the lines mean (messages.hpp).
#pragma once

#include <sys/types.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/util/file_descriptor.hpp"

namespace arena {

class WorkerProcess {
 public:
  /// Starts it. `command`: the path of a program, then its arguments. Throws std::system_error.
  explicit WorkerProcess(const std::vector<std::string>& command);
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;
  /// Ends it with its bots, and returns when it has ended. REQUIRES: no other call is in progress.
  ~WorkerProcess();

  /// Sends a line, which has no end yet. Returns false if the worker does not read any more. Any
  /// thread may call it.
  bool send(std::string_view line);
  /// The next line, valid until the next call. Returns nothing after the last one, also if the rest
  /// is too long or has no end.
  std::optional<std::string_view> next_line();
  /// Ends it with its bots. `next_line` returns nothing soon. Any thread may call it.
  void end();
  /// After the last line: how it ended, as a part of a sentence: "was killed by signal 9".
  std::string ending();

  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  void close_input();

  pid_t pid_ = 0;
  FileDescriptor pidfd_;
  std::mutex sending_;  // guards the next one
  FileDescriptor to_;
  FileDescriptor from_;
  std::string read_;  // lines not yet returned, then a part of one
  std::size_t begin_ = 0;
  std::size_t searched_ = 0;
};

}  // namespace arena
