// Reads a process's stderr all the time, so that the process never blocks on it. Keeps the last
// part for messages, and writes up to a limit of it to a file if the user wants one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <boost/asio/posix/basic_stream_descriptor.hpp>

#include "arena/peer/handler_guard.hpp"
#include "arena/peer/loop.hpp"
#include "arena/util/file_io.hpp"

namespace arena {

/// The message for a log that could not be written. `error`: an errno.
[[nodiscard]] std::string cut_log_text(const std::string& path, int error);

class StderrLog {
 public:
  /// Appends to the file at `path`; writes none if it is empty.
  StderrLog(Loop& loop, FileDescriptor from, std::string path = "");

  /// Reads what is available now, at most 1 MiB.
  void drain();

  /// The last lines, escaped for a terminal, after "..." if earlier ones are cut.
  [[nodiscard]] std::string tail() const;
  /// Why the file is incomplete, as a sentence. Empty if it is complete or only reached its limit.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

 private:
  using Descriptor = boost::asio::posix::basic_stream_descriptor<Loop::Executor>;

  void listen();
  bool read_waiting();
  void keep(std::string_view bytes);
  void file(std::string_view bytes);
  void write_out(std::string_view bytes);

  std::string path_;
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
