#include "arena/util/file_io.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena {

namespace {

/// Repeats a call that a signal interrupted.
template <class Call>
ssize_t whole(Call call) {
  while (true) {
    const ssize_t size = call();
    if (size >= 0 || errno != EINTR) return size;
  }
}

}  // namespace

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t size = whole([&] { return ::write(file, bytes.data(), bytes.size()); });
    if (size < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(size));
  }
  return true;
}

std::optional<std::size_t> read_into(int file, std::span<std::byte> room) {
  std::size_t size = 0;
  while (size < room.size()) {
    const auto left = room.subspan(size);
    const ssize_t got = whole([&] { return ::read(file, left.data(), left.size()); });
    if (got < 0) return std::nullopt;
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  return size;
}

std::optional<std::string> read_all(int file) {
  constexpr std::size_t first_room = 4096;
  std::string bytes;
  std::size_t size = 0;
  while (size == bytes.size()) {
    bytes.resize(std::max(first_room, 2 * size));
    const auto got = read_into(file, std::as_writable_bytes(std::span(bytes).subspan(size)));
    if (!got) return std::nullopt;
    size += *got;
  }
  bytes.resize(size);
  return bytes;
}

std::optional<std::string> contents(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  return file ? read_all(file.number()) : std::nullopt;
}

std::string whole_file(const std::string& path) {
  std::optional<std::string> bytes = contents(path);
  if (!bytes) throw std::runtime_error(fmt::format("cannot read {}", path));
  return *std::move(bytes);
}

std::string read_text_file(const std::string& path) {
  std::error_code missing;
  const std::filesystem::file_status status = std::filesystem::status(path, missing);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw Error(fmt::format("{} is no file", in_quotes(path)));
  std::optional<std::string> text = contents(path);
  if (!text)
    throw Error(
        fmt::format("cannot read {}: {}", in_quotes(path), std::generic_category().message(errno)));
  return *std::move(text);
}

std::string made_file(const std::string& path, std::size_t most) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat found {};
  if (!file || ::fstat(file.number(), &found) != 0 || !S_ISREG(found.st_mode))
    throw std::runtime_error(fmt::format("{} is no file", path));
  std::string bytes(std::min<std::size_t>(static_cast<std::size_t>(found.st_size), most + 1), '\0');
  const auto size = read_into(file.number(), std::as_writable_bytes(std::span(bytes)));
  if (!size || *size > most)
    throw std::runtime_error(fmt::format("{} cannot be read, or is too long", path));
  bytes.resize(*size);
  return bytes;
}

void write_whole_file(const std::string& path, std::string_view bytes) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.flush();
  if (!file)
    throw std::system_error(errno, std::generic_category(), fmt::format("cannot write {}", path));
}

bool is_disk_failure(const std::exception& error) {
  const auto* const failure = dynamic_cast<const std::system_error*>(&error);
  if (failure == nullptr) return false;
  const std::error_condition why = failure->code().default_error_condition();
  return why == std::errc::no_space_on_device || why == std::errc::io_error ||
         why == std::errc::read_only_file_system ||
         why == std::error_condition(EDQUOT, std::generic_category());
}

}  // namespace arena
