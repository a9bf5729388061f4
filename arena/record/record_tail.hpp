// Repairs the end of a file of records before arena adds to it. A kill or a full disk may have left
// an incomplete record or compressed frame. Everything readable is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "arena/record/record.hpp"

namespace arena {

struct MendedTail {
  std::string told;           // what was repaired, as a sentence for the user; empty if nothing
  bool line_is_open = false;  // the last line is whole, but has no newline
};

/// True if a plain file is empty, or if its first line is a record or the beginning of one. Throws
/// Error if the file cannot be read.
bool begins_like_records(const std::string& path);

/// Removes an incomplete record at the end of a regular file. Throws Error if a file whose name
/// ends in .zst is not zstd, or if this fails. REQUIRES: no other process writes to the file.
MendedTail mend_tail(const std::string& path);

/// Finds records that repeat a match. Whatever adds up records must count each match once, and two
/// runs with the same seed write the same matches.
class SeenMatches {
 public:
  /// Returns true if a record of the same match was added before. Two records are of one match if
  /// game, options, seed, deal, and the names and commands of the players in their seats are the
  /// same, whatever was played. Without a seed, as in records that people write, they are not: one
  /// deal may be played often.
  bool add(const Record& record);

 private:
  // Seeds, each with a hash of all else.
  std::set<std::pair<std::uint64_t, std::size_t>> matches_;
};

}  // namespace arena
