#include "arena/host/whole_file.hpp"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

namespace arena::host {

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw std::runtime_error(fmt::format("cannot read {}", path.string()));
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

}  // namespace arena::host
