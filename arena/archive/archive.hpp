// The reader of uploaded archives (zip, tar, tar.gz, tar.xz, tar.zst), which are untrusted. Checks
// the whole archive before it writes anything. One bad entry refuses the archive, and the error
// names it. Writes only plain files and folders into one new folder: all of them, or none if
// anything fails. docs/archives.md explains what is refused. Not for: archives in archives, links,
// or names that only some systems allow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace arena {

/// The limits of an archive. Sizes are in bytes, counted while reading. Nothing that the archive
/// says about itself is trusted.
struct ArchiveLimits {
  std::uint64_t packed = 50'000'000;
  std::uint64_t unpacked = 200'000'000;  // in a tar, includes headers
  std::uint64_t file = 100'000'000;      // each file
  std::uint64_t entries = 10'000;        // includes folders that are only part of a path
  std::uint64_t ratio = 100;             // unpacked to packed size...
  std::uint64_t ratio_from = 1'000'000;  // ...from this unpacked size on
  std::size_t name = 200;                // each file or folder name
  std::size_t path = 1'000;
  std::size_t depth = 32;  // nested folders
};

struct ArchiveEntry {
  std::string path;  // relative to the archive's top, parts joined by "/"
  bool is_folder = false;
  bool is_executable = false;
  std::uint64_t size = 0;
};

/// Lists the entries that unpacking would write, in the archive's order. Writes nothing. Throws
/// Error, which names the entry, if an entry is refused, damaged or incomplete.
std::vector<ArchiveEntry> check_archive(std::span<const std::byte> archive,
                                        const ArchiveLimits& limits = {});

/// Checks the archive, then makes `folder` with its content. REQUIRES: `folder` is missing or
/// empty. Files get mode 0644, or 0755 if their owner may execute them; folders get 0755. The
/// folder appears complete, by one rename. Throws Error as `check_archive` does, and
/// std::system_error if the disk fails. After an exception nothing is left.
std::vector<ArchiveEntry> unpack_archive(std::span<const std::byte> archive,
                                         const std::string& folder,
                                         const ArchiveLimits& limits = {});

}  // namespace arena
