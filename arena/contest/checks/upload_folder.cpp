#include "arena/contest/checks/upload_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <span>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "arena/archive/archive.hpp"
#include "arena/archive/new_folder.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"

namespace arena::contest {

namespace {

namespace fs = std::filesystem;

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

/// By the first bytes, whatever the file's name is. No source file begins like this.
bool is_archive(std::string_view bytes) {
  using namespace std::string_view_literals;
  for (const std::string_view begin : {"PK\x03\x04"sv, "PK\x05\x06"sv, "\x1f\x8b"sv,
                                       "\xfd"
                                       "7zXZ\0"sv,
                                       "\x28\xb5\x2f\xfd"sv}) {
    if (bytes.starts_with(begin)) return true;
  }
  constexpr std::size_t mark = 257;
  return bytes.size() > mark && bytes.substr(mark).starts_with("ustar");
}

/// The folder itself, or the only folder in it.
fs::path main_folder(const fs::path& folder) {
  fs::path only;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (!only.empty() || !entry.is_directory()) return folder;
    only = entry.path();
  }
  return only.empty() ? folder : only;
}

ArchiveLimits limits_of(std::uint64_t most) {
  ArchiveLimits limits;
  limits.unpacked = most;
  limits.file = most;
  return limits;
}

/// The bytes of the one file in an archive. `work`: a folder that is not there yet.
std::string only_file(const Upload& upload, const fs::path& work, std::uint64_t most) {
  std::string path;
  int files = 0;
  for (const ArchiveEntry& entry : unpack_archive(bytes_of(upload.bytes), work, limits_of(most))) {
    if (entry.is_folder) continue;
    path = entry.path;
    ++files;
  }
  std::string bytes = files == 1 ? whole_file(work / path) : std::string();
  fs::remove_all(work);
  if (files != 1)
    throw Error(fmt::format("this contest takes one file: the archive has {} files", files));
  return bytes;
}

bool is_executable(const fs::file_status& status) {
  return (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
}

void write_to_disk(const fs::path& folder) {
  const FileDescriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!open || ::syncfs(open.number()) != 0)
    throw std::system_error(errno, std::generic_category(), folder.string());
}

}  // namespace

fs::path make_upload_folder(const Upload& upload, const fs::path& folder,
                            const std::vector<Language>& languages, std::uint64_t most) {
  if (is_archive(upload.bytes)) {
    static_cast<void>(unpack_archive(bytes_of(upload.bytes), folder, limits_of(most)));
    return main_folder(folder);
  }
  const std::string name =
      single_file_name(upload.file_name, upload.bytes, upload.language, languages);
  NewFolder made(folder);
  made.add_file(name, name == "bot");
  made.write(bytes_of(upload.bytes));
  made.finish();
  return folder;
}

void check_language(const Upload& upload, const std::vector<Language>& languages) {
  if (is_archive(upload.bytes)) return;
  static_cast<void>(single_file_name(upload.file_name, upload.bytes, upload.language, languages));
}

void make_runner_folder(const Upload& upload, const Runner& runner, const fs::path& folder,
                        std::uint64_t most) {
  const std::string text = is_archive(upload.bytes)
                               ? only_file(upload, folder.string() + ".archive", most)
                               : upload.bytes;
  NewFolder made(folder);
  for (const auto& entry : fs::recursive_directory_iterator(
           runner.folder, fs::directory_options::follow_directory_symlink)) {
    const fs::path name = entry.path().lexically_relative(runner.folder);
    if (name == runner.file) continue;
    if (entry.is_directory()) {
      made.add_folder(name.string());
    } else {
      made.add_file(name.string(), is_executable(entry.status()));
      made.write(bytes_of(whole_file(entry.path())));
    }
  }
  made.add_file(runner.file, false);
  made.write(bytes_of(text));
  made.finish();
}

void make_bot_folder(const std::string& built, const fs::path& folder) {
  if (fs::exists(folder)) return;
  fs::create_directories(folder.parent_path());
  ArchiveLimits limits = limits_of(most_built);
  limits.packed = most_built;
  limits.ratio = most_built;
  static_cast<void>(unpack_archive(bytes_of(built), folder, limits));
  write_to_disk(folder.parent_path());
}

}  // namespace arena::contest
