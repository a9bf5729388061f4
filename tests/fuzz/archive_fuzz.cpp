// Uploaded archives. The first byte of an input says what follows: an archive as it is; a tar whose
// checksums are put right first, as no fuzzer guesses them; or lines, the names of the entries of a
// tar, each behind a letter for its type.
#include <array>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "arena/archive/archive.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "tests/files.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace arena::fuzz {
namespace {

namespace files = std::filesystem;

constexpr std::size_t block = 512;
constexpr std::uint64_t most_unpacked = 64 * 1024;  // more only takes time

/// The checksum of the header at `at` put right.
void sign(std::string& tar, std::size_t at) {
  tar.replace(at + 148, 8, 8, ' ');
  unsigned sum = 0;
  for (std::size_t i = at; i < at + block; ++i) sum += static_cast<unsigned char>(tar[i]);
  tar.replace(at + 148, 8, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
}

/// Every block that says of itself that it is a header.
std::string signed_tar(std::string tar) {
  for (std::size_t at = 0; at + block <= tar.size(); at += block)
    if (tar.compare(at + 257, 5, "ustar") == 0) sign(tar, at);
  return tar;
}

std::string tar_of_names(Input input) {
  std::string tar;
  while (!input.empty() && tar.size() < 100 * block) {
    const std::string_view line = input.line();
    if (line.empty()) continue;
    std::string head(block, '\0');
    head.replace(0, std::min<std::size_t>(line.size() - 1, 100), line.substr(1, 100));
    head.replace(100, 8, "0000755", 8);
    head.replace(124, 12, "00000000000", 12);
    head[156] = line.front();
    head.replace(257, 8, std::string("ustar\0", 6) + "00");
    tar += head;
    sign(tar, tar.size() - block);
  }
  return tar + std::string(2 * block, '\0');
}

/// Nothing that is let through can do harm.
void require_harmless(const ArchiveEntry& entry) {
  const std::string slashed = "/" + entry.path + "/";
  for (const char* part : {"//", "/./", "/../", "/-", "\\"})
    require(slashed.find(part) == std::string::npos, "a path is plain");
  require(escaped(entry.path) == entry.path, "a path is plain text");
  require(!entry.is_folder || entry.size == 0, "a folder has no data");
}

/// By path: whether it is a folder, one that may be executed, and its size.
using Contents = std::map<std::string, std::tuple<bool, bool, std::uint64_t>>;

Contents contents(const std::string& folder) {
  Contents found;
  for (const auto& entry : files::recursive_directory_iterator(folder)) {
    const files::file_status status = entry.symlink_status();
    const bool is_folder = files::is_directory(status);
    require(is_folder || files::is_regular_file(status), "there are but files and folders");
    const bool is_executable = (status.permissions() & files::perms::owner_exec) != files::perms();
    found[entry.path().lexically_relative(folder)] = {is_folder, is_executable && !is_folder,
                                                      is_folder ? 0 : entry.file_size()};
  }
  return found;
}

/// With the folders that are only implied.
Contents contents(const std::vector<ArchiveEntry>& entries) {
  Contents listed;
  for (const auto& [path, is_folder, is_executable, size] : entries) {
    for (std::size_t at = path.find('/'); at != std::string::npos; at = path.find('/', at + 1))
      listed[path.substr(0, at)] = {true, false, 0};
    listed[path] = {is_folder, is_executable, size};
  }
  return listed;
}

void try_to_unpack(std::span<const std::byte> archive, const ArchiveLimits& limits,
                   const std::vector<ArchiveEntry>& entries) {
  const test::TestFolder folder(test::quick_place());
  const std::string bot = folder.at("bot");
  unpack_archive(archive, bot, limits);
  require(contents(bot) == contents(entries), "what is unpacked is what was listed");
  require(std::distance(files::directory_iterator(folder.path()), {}) == 1,
          "nothing is beside the folder");
}

void try_archive(std::string_view bytes) {
  ArchiveLimits limits;
  limits.packed = 1U << 20U;
  limits.unpacked = 4U << 20U;
  limits.file = 1U << 20U;
  limits.entries = 50;
  limits.ratio_from = 1U << 16U;
  const auto archive = std::as_bytes(std::span(bytes));
  std::set<std::string> paths;
  std::uint64_t size = 0;
  const std::vector<ArchiveEntry> entries = check_archive(archive, limits);
  for (const ArchiveEntry& entry : entries) {
    require_harmless(entry);
    require(paths.insert(entry.path).second, "no path is there twice");
    size += entry.size;
  }
  require(!paths.empty() && paths.size() <= limits.entries && size <= limits.unpacked,
          "the limits hold");
  if (size <= most_unpacked) try_to_unpack(archive, limits, entries);
}

}  // namespace
}  // namespace arena::fuzz

ARENA_FUZZ_TARGET(archive)(const std::uint8_t* data, std::size_t size) {
  using namespace arena::fuzz;
  Input input(data, size);
  const unsigned kind = input.byte() % 3;
  std::string bytes;
  if (kind == 0) bytes = std::string(input.rest());
  if (kind == 1) bytes = signed_tar(std::string(input.rest()));
  if (kind == 2) bytes = tar_of_names(input);
  try {
    try_archive(bytes);
  } catch (const arena::Error&) {
  }
  return 0;
}
