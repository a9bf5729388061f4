// Reads the headers of a tar before libarchive does. libarchive reads what a header says about an
// entry, such as the map of a sparse file, into memory at once, whatever its size, so a limit there
// would come too late. Here only plain files and folders pass, and short headers about them. Not
// for: names (archive_names.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "arena/contest/archive_stream.hpp"

namespace arena {

/// What libarchive must find, too: else an entry hides in what one of the two takes for data.
struct TarContents {
  std::uint64_t entries = 0;
  std::uint64_t in_files = 0;  // bytes
  bool operator==(const TarContents&) const = default;
};

/// Throws Error, which names the entry if there is one, if a header is refused, if the tar is
/// incomplete, or if it or its compression has something after its end.
TarContents check_tar_headers(std::span<const std::byte> archive, ArchiveFormat format,
                              const ArchiveLimits& limits);

}  // namespace arena
