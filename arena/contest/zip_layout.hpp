// The layout of a zip archive: that it can be read in one way only.
// A zip names its entries twice, before their data and in the central directory at its end; readers
// differ in which they believe. Here both must say the same, also in their extra fields, and the
// entries, the directory and its end must fill the archive, each byte belonging to one of them:
// nothing hidden, nothing before, between or after them, no data used twice. Not for: the data;
// libarchive reads that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace arena {

/// Throws Error, naming the entry where there is one. Refused are, too, encrypted entries,
/// links, compressions other than deflate, more entries than `most`, and zip64's directories.
void check_zip_layout(std::span<const std::byte> archive, std::uint64_t most);

}  // namespace arena
