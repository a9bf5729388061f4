#include "arena/contest/bots/whole_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

#include "arena/util/file_io.hpp"

namespace arena::contest {

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw std::runtime_error(fmt::format("cannot read {}", path.string()));
  return bytes;
}

std::string made_file(const std::filesystem::path& path, std::size_t most) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat found {};
  if (!file || ::fstat(file.number(), &found) != 0 || !S_ISREG(found.st_mode))
    throw std::runtime_error(fmt::format("{} is no file", path.string()));
  std::string bytes(std::min<std::size_t>(static_cast<std::size_t>(found.st_size), most + 1), '\0');
  const auto size = read_into(file.number(), std::as_writable_bytes(std::span(bytes)));
  if (!size || *size > most)
    throw std::runtime_error(fmt::format("{} cannot be read, or is too long", path.string()));
  bytes.resize(*size);
  return bytes;
}

void put(const std::filesystem::path& path, const std::string& bytes) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.flush();
  if (!file)
    throw std::system_error(errno, std::generic_category(),
                            fmt::format("cannot write {}", path.string()));
}

bool is_disk_failure(const std::exception& error) {
  const auto* const failure = dynamic_cast<const std::system_error*>(&error);
  if (failure == nullptr) return false;
  const std::error_condition why = failure->code().default_error_condition();
  return why == std::errc::no_space_on_device || why == std::errc::io_error ||
         why == std::errc::read_only_file_system ||
         why == std::error_condition(EDQUOT, std::generic_category());
}

}  // namespace arena::contest
