#include "arena/process/memory_use.hpp"

#include <fstream>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "arena/util/text.hpp"

namespace arena {

namespace {

constexpr std::uint64_t kilobyte = 1024;

/// Reads a line such as "VmRSS:     1234 kB".
std::uint64_t bytes_of(std::string_view line) {
  line.remove_prefix(line.find(':') + 1);
  line = trim(line);
  return to_number<std::uint64_t>(line.substr(0, line.find(' '))).value_or(0) * kilobyte;
}

}  // namespace

MemoryUse memory_use(const std::vector<pid_t>& processes) {
  MemoryUse use;
  for (const pid_t pid : processes) {
    std::ifstream file(fmt::format("/proc/{}/status", pid));
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with("VmRSS:")) use.resident += bytes_of(line);
      if (line.starts_with("VmHWM:")) use.peak += bytes_of(line);
    }
  }
  return use;
}

}  // namespace arena
