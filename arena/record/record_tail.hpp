// The end of a file of records that is to be added to: a kill or a full disk may have left it in
// the middle of a record or of a compressed frame. What can be read is kept.
#pragma once

#include <string>

namespace arena {

struct MendedTail {
  std::string told;           // what was mended, as a sentence for the user; empty if nothing
  bool line_is_open = false;  // the last line is whole, but has no newline
};

/// Whether a plain file is empty, or its first line is a record or the beginning of one. Throws
/// Error if it cannot be read.
bool begins_like_records(const std::string& path);

/// Looks at the end of a regular file, and cuts off what is no whole record. Nobody else writes to
/// it meanwhile. Throws Error if a file whose name ends in .zst is no zstd, or on failing.
MendedTail mend_tail(const std::string& path);

}  // namespace arena
