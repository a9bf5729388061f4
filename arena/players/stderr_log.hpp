// What a process writes to its stderr: read always, so that the process never waits for us; its
// last part is kept for messages, and the whole, up to a bound, goes to a file if one is wanted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <boost/asio/posix/basic_stream_descriptor.hpp>

#include "arena/players/file_descriptor.hpp"
#include "arena/players/handler_guard.hpp"
#include "arena/players/loop.hpp"

namespace arena {

struct StderrSettings {
  std::string file;  // appended to; empty: none. What cannot be written is left out
  std::size_t most_in_file = 1024 * 1024;  // per process; "... truncated" follows
  std::size_t tail = 4096;                 // bytes kept in memory
};

class StderrLog {
 public:
  StderrLog(Loop& loop, FileDescriptor from, StderrSettings settings);

  /// Reads what is there already, up to 1 MiB.
  void drain();

  /// The last lines, escaped for a terminal; "..." before them if more came earlier.
  [[nodiscard]] std::string tail() const;

 private:
  using Descriptor = boost::asio::posix::basic_stream_descriptor<Loop::Executor>;

  void listen();
  bool read_waiting();
  void keep(std::string_view bytes);
  void file(std::string_view bytes);

  StderrSettings settings_;
  Descriptor from_;
  FileDescriptor file_;
  std::size_t filed_ = 0;
  std::string tail_;
  bool cut_ = false;
  bool ended_ = false;
  HandlerGuard guard_;
};

}  // namespace arena
