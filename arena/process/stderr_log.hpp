// What a process writes to its stderr: read always, so that the process never waits for us; its
// last part is kept for messages, and the whole, up to a bound, goes to a file if one is wanted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <boost/asio/posix/basic_stream_descriptor.hpp>

#include "arena/peer/handler_guard.hpp"
#include "arena/peer/loop.hpp"
#include "arena/util/file_descriptor.hpp"

namespace arena {

struct StderrSettings {
  std::string file;                        // appended to; empty: none
  std::size_t most_in_file = 1024 * 1024;  // per process; "... truncated" follows
  std::size_t tail = 4096;                 // bytes kept in memory
};

/// What there is to say of a log that could not be written, for this errno.
[[nodiscard]] std::string cut_log_text(const std::string& path, int error);

class StderrLog {
 public:
  StderrLog(Loop& loop, FileDescriptor from, StderrSettings settings);

  /// Reads what is there already, up to 1 MiB.
  void drain();

  /// The last lines, escaped for a terminal; "..." before them if more came earlier.
  [[nodiscard]] std::string tail() const;
  /// Why the file is not whole, as a sentence; empty if it is. A bound of its size is no trouble.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

 private:
  using Descriptor = boost::asio::posix::basic_stream_descriptor<Loop::Executor>;

  void listen();
  bool read_waiting();
  void keep(std::string_view bytes);
  void file(std::string_view bytes);
  void write_out(std::string_view bytes);

  StderrSettings settings_;
  Descriptor from_;
  FileDescriptor file_;
  std::string trouble_;
  std::size_t filed_ = 0;
  std::string tail_;
  bool cut_ = false;
  bool ended_ = false;
  HandlerGuard guard_;
};

}  // namespace arena
