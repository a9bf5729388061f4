// One child process `arena worker`, and lines to and from it. It leads a process group of its own,
// so that a Ctrl-C at the terminal does not reach it. Not for: what the lines mean (messages.hpp).
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/util/file_io.hpp"
#include "arena/util/time.hpp"
#include "arena/worker/messages.hpp"

namespace arena {

class WorkerProcess {
 public:
  /// Starts it. `command`: the path of a program, then its arguments. Throws std::system_error.
  explicit WorkerProcess(const std::vector<std::string>& command);
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;
  /// Ends it with its bots, and returns when it has ended. REQUIRES: no other call is in progress.
  ~WorkerProcess();

  /// Sends a line, which has no end yet. Does nothing if the worker does not read any more; then
  /// `next_line` returns nothing soon. Any thread may call it.
  void send(std::string_view line);
  /// The next line, valid until the next call. Returns nothing after the last one. If it does not
  /// come within `patience`, the worker hangs, and is ended. Throws Error if a line is too long.
  std::optional<std::string_view> next_line(Duration patience = longest_time);
  /// Ends it with its bots: `next_line` returns nothing soon. Any thread may call it.
  void end();
  /// How it has ended, as a part of a sentence: "was killed by signal 9". Waits for the end.
  /// REQUIRES: `next_line` has returned nothing, or `end` was called.
  std::string ending();
  /// Whether it was ended because it hangs. REQUIRES: as `ending`.
  [[nodiscard]] bool has_hung() const { return has_hung_; }

  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  void wait_readable();
  /// Whether it ends within `time`.
  [[nodiscard]] bool ends_within(std::chrono::milliseconds time) const;
  /// Nothing comes from its socket any more, except for what is there already.
  void shut() const;
  void kill() const;

  FileDescriptor socket_;  // its standard input and output
  pid_t pid_ = 0;
  FileDescriptor pidfd_;
  std::mutex sending_;
  std::atomic<TimePoint> must_end_ = TimePoint::max();
  TimePoint must_speak_ = TimePoint::max();
  bool has_hung_ = false;
  std::optional<std::string> how_;
  LineReader lines_;
};

}  // namespace arena
