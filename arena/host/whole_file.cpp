#include "arena/host/whole_file.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

namespace arena::host {

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw std::runtime_error(fmt::format("cannot read {}", path.string()));
  return bytes;
}

void put(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.flush();
  if (!file) throw std::runtime_error(fmt::format("cannot write {}", path.string()));
}

}  // namespace arena::host
