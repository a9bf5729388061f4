#include "arena/record/record_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

#include "arena/record/record_tail.hpp"
#include "arena/record/zstd.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace {

std::string cannot_write(std::string_view path, int error) {
  return fmt::format("cannot write the record file \"{}\": {}", path, std::strerror(error));
}

}  // namespace

bool is_compressed(std::string_view path) { return path.ends_with(".zst"); }

bool is_database(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return false;  // a pipe is read only once
  constexpr std::string_view header = "SQLite format 3";
  std::array<char, header.size()> begin{};
  std::ifstream file(path, std::ios::binary);
  file.read(begin.data(), begin.size());
  return std::string_view(begin.data(), begin.size()) == header;
}

RecordWriter::RecordWriter(const std::string& path)
    : path_(path), file_(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
  if (!file_) throw Error(cannot_write(path, errno));
  stop_.reset(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  struct stat status {};
  const bool is_file = ::fstat(file_.number(), &status) == 0 && S_ISREG(status.st_mode);
  added_to_ = is_file && status.st_size > 0;
  if (is_compressed(path)) compressor_ = std::make_unique<Compressor>();
  if (is_file) {
    repair_tail();
  } else {  // a pipe: `give_up` can end a wait for its reader
    ::fcntl(file_.number(), F_SETFL, ::fcntl(file_.number(), F_GETFL) | O_NONBLOCK);
  }
}

RecordWriter::~RecordWriter() = default;

/// Leaves the end of the file alone while another arena adds to it. A shared lock shows that, until
/// the file is closed.
void RecordWriter::repair_tail() {
  const bool is_shared = ::flock(file_.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (!is_shared) {
    MendedTail tail = mend_tail(path_);
    repaired_ = std::move(tail.told);
    if (tail.line_is_open) write("");
  }
  ::flock(file_.number(), LOCK_SH);
}

void RecordWriter::write(std::string_view line) {
  std::string text(line);
  text += '\n';
  put(compressor_ ? compressor_->compress(text) : std::string_view(text));
}

void RecordWriter::close() {
  if (file_ && ::close(file_.release()) != 0) throw std::runtime_error(cannot_write(path_, errno));
}

void RecordWriter::put(std::string_view bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t written = ::write(file_.number(), bytes.data() + done, bytes.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      wait_for_reader();
      continue;
    }
    if (written < 0) {
      const int error = errno;
      take_back(done);
      throw std::runtime_error(cannot_write(path_, error));
    }
    done += static_cast<std::size_t>(written);
  }
}

void RecordWriter::give_up() { ::eventfd_write(stop_.number(), 1); }

void RecordWriter::wait_for_reader() {
  constexpr int last_milliseconds = 1000;
  pollfd states[] = {{file_.number(), POLLOUT, 0}, {stop_.number(), POLLIN, 0}};
  while (states[0].revents == 0 && states[1].revents == 0) ::poll(states, 2, -1);
  if (states[0].revents != 0 || ::poll(states, 1, last_milliseconds) > 0) return;
  gave_up_ = true;
  throw std::runtime_error(
      fmt::format("cannot write the record file \"{}\": no process reads from it", path_));
}

/// Removes the bytes that were written last from a regular file, unless another process has added
/// to it since.
void RecordWriter::take_back(std::size_t bytes) const {
  struct stat status {};
  const off_t end = ::lseek(file_.number(), 0, SEEK_CUR);
  if (bytes == 0 || end < 0 || ::fstat(file_.number(), &status) != 0 || status.st_size != end)
    return;
  static_cast<void>(::ftruncate(file_.number(), end - static_cast<off_t>(bytes)));
}

}  // namespace arena
