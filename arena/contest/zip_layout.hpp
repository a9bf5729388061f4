// Checks that a zip archive can be read in only one way. A zip describes each entry twice: before
// its data, and in the central directory at the end. Readers differ in which one they trust. Here
// both must agree, including extra fields, and the entries, the directory and its end must fill the
// archive without gaps or overlaps: nothing is hidden, and no data is used twice. Not for: the data
// (libarchive reads that).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace arena {

/// Throws Error, which names the entry if there is one. Also refuses encrypted entries, links,
/// compressions other than deflate, more entries than `most`, and zip64 directories.
void check_zip_layout(std::span<const std::byte> archive, std::uint64_t most);

}  // namespace arena
