#include "arena/process/stderr_log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "arena/util/file_io.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena {

namespace {

constexpr std::size_t one_read = 64 * 1024;
constexpr int most_reads = 16;
constexpr std::size_t most_in_file = 1024 * 1024;  // bytes per process, then "... truncated"
constexpr std::size_t most_tail = 4096;            // bytes to keep in memory

FileDescriptor opened(const std::string& file) {
  if (file.empty()) return {};
  return FileDescriptor(::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
}

}  // namespace

std::string cut_log_text(const std::string& path, int error) {
  return fmt::format("The log \"{}\" is cut off: {}.", path, std::strerror(error));
}

StderrLog::StderrLog(Loop& loop, FileDescriptor from, std::string path)
    : path_(std::move(path)), from_(loop.executor(), from.release()), file_(opened(path_)) {
  if (!path_.empty() && !file_) trouble_ = cut_log_text(path_, errno);
  from_.native_non_blocking(true);
  listen();
}

void StderrLog::listen() {
  from_.async_wait(Descriptor::wait_read, guard_([this](const boost::system::error_code& error) {
                     if (error) return;
                     read_waiting();
                     if (!ended_) listen();
                   }));
}

bool StderrLog::read_waiting() {
  std::array<char, one_read> bytes;  // NOLINT(cppcoreguidelines-pro-type-member-init): 64 KiB
  const ssize_t size = ::read(from_.native_handle(), bytes.data(), bytes.size());
  if (size > 0) {
    keep({bytes.data(), static_cast<std::size_t>(size)});
    return true;
  }
  ended_ = size == 0 || (errno != EAGAIN && errno != EINTR);
  return false;
}

void StderrLog::drain() {
  for (int reads = 0; reads < most_reads && !ended_ && read_waiting(); ++reads) {
  }
}

void StderrLog::keep(std::string_view bytes) {
  if (file_) file(bytes);
  if (bytes.size() > most_tail) {
    cut_ = true;
    tail_.clear();
    bytes.remove_prefix(bytes.size() - most_tail);
  }
  tail_ += bytes;
  // Cuts rarely: the tail may grow to twice its size first.
  if (tail_.size() > 2 * most_tail) {
    cut_ = true;
    tail_.erase(0, tail_.size() - most_tail);
  }
}

/// Writing to a file never blocks for long. A full disk is not the bot's fault: its game continues.
void StderrLog::write_out(std::string_view bytes) {
  if (trouble_.empty() && !write_all(file_.number(), bytes)) trouble_ = cut_log_text(path_, errno);
}

void StderrLog::file(std::string_view bytes) {
  const std::string_view part = bytes.substr(0, most_in_file - filed_);
  write_out(part);
  filed_ += part.size();
  if (part.size() == bytes.size()) return;
  write_out("\n... truncated\n");
  file_.reset();
}

std::string StderrLog::tail() const {
  std::string_view last = tail_;
  if (last.size() > most_tail) last.remove_prefix(last.size() - most_tail);
  const bool cut = cut_ || last.size() < tail_.size();
  if (cut) last.remove_prefix(std::min(last.find('\n') + 1, last.size()));
  return (cut ? "...\n" : "") + escaped(last, true);
}

}  // namespace arena
