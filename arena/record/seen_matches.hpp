// Finds records that repeat a match. Whatever adds up records must count each match once, and two
// runs with the same seed write the same matches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>

#include "arena/record/record.hpp"

namespace arena {

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
