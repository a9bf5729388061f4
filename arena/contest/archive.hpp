// The reader of uploaded archives: zip, tar, tar.gz, tar.xz and tar.zst that nobody vouches for.
// All of an archive is checked before anything is written, and one bad entry refuses the whole of
// it, by name. What is written are plain files and folders below one new folder: all of them or,
// if anything fails, none. What is refused, and why, is told in docs/archives.md.
// Not for: archives in archives, links, or names that only some systems have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace arena {

/// The most that an archive may have. Sizes in bytes, counted while reading, never taken from what
/// the archive says of itself.
struct ArchiveLimits {
  std::uint64_t packed = 50'000'000;
  std::uint64_t unpacked = 200'000'000;  // of a tar: with its headers
  std::uint64_t file = 100'000'000;      // each
  std::uint64_t entries = 10'000;        // folders that are only implied count, too
  std::uint64_t ratio = 100;             // unpacked to packed...
  std::uint64_t ratio_from = 1'000'000;  // ...once so much is unpacked
  std::size_t name = 200;                // of a file or folder
  std::size_t path = 1'000;
  std::size_t depth = 32;  // folders in folders
};

struct ArchiveEntry {
  std::string path;  // below the archive's top, parts joined by "/"
  bool is_folder = false;
  bool is_executable = false;
  std::uint64_t size = 0;
};

/// Reads the file of an archive. Throws Error if it cannot be read or is larger than the limit.
std::vector<std::byte> read_archive_file(const std::string& path, const ArchiveLimits& limits = {});

/// What an archive would be unpacked to, in its order. Nothing is written. Throws Error that names
/// the entry if any of it is to be refused, and if it is damaged or not whole.
std::vector<ArchiveEntry> check_archive(std::span<const std::byte> archive,
                                        const ArchiveLimits& limits = {});

/// Checks the archive, then makes `folder`, which is not there or is empty, with what is in it:
/// files of mode 0644, or 0755 if their owner may execute them, folders of mode 0755. The folder
/// appears as a whole, by one renaming. Throws Error as `check_archive` does, or if the folder
/// cannot be made there, and std::runtime_error if writing fails; then nothing is left.
std::vector<ArchiveEntry> unpack_archive(std::span<const std::byte> archive,
                                         const std::string& folder,
                                         const ArchiveLimits& limits = {});

}  // namespace arena
