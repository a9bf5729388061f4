// Reads and writes whole descriptors, despite signals and partial transfers, and whole files: of
// arena, of its user, and of another process. Not for non-blocking descriptors, nor for kernel files
// that need a single call.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace arena {

/// Returns false, with the error in errno, if it could not write everything.
bool write_all(int file, std::string_view bytes);

/// Fills `room`, and returns the number of bytes. That is less than the size of `room` only at the
/// end of the file. Returns nullopt, with the error in errno, if reading fails.
std::optional<std::size_t> read_into(int file, std::span<std::byte> room);

/// Reads to the end. Returns nullopt, with the error in errno, if reading fails.
std::optional<std::string> read_all(int file);
/// The same for a file.
std::optional<std::string> contents(const std::string& path);

/// A file of arena's own. Throws std::runtime_error if it cannot be read.
std::string whole_file(const std::string& path);
/// A file that a user names. Throws Error if it cannot be read, or is no file.
std::string read_text_file(const std::string& path);
/// A file that another process made. Throws std::runtime_error if it is a link or no file, or is
/// longer than `most` bytes.
std::string made_file(const std::string& path, std::size_t most);
/// Throws std::system_error if it cannot write all of it, for instance because the disk is full.
void write_whole_file(const std::string& path, std::string_view bytes);

/// Whether it is a std::system_error of a disk that is full, damaged or cannot be written.
bool is_disk_failure(const std::exception& error);

/// Owns an open file descriptor and closes it once; it can be moved but not copied. channel.hpp
/// reads, writes and waits.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(other.release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) reset(other.release());
    return *this;
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() { reset(); }

  [[nodiscard]] int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

  /// From now on the caller owns the descriptor.
  int release() { return std::exchange(number_, -1); }
  void reset(int number = -1) {
    if (number_ >= 0) ::close(number_);
    number_ = number;
  }

 private:
  int number_ = -1;
};

}  // namespace arena
