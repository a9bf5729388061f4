// Finds records that repeat a match. Whatever adds up records must count each match once, and two
// runs with the same seed write the same matches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "arena/record/record.hpp"

namespace arena {

class SeenMatches {
 public:
  /// Returns the place of the first record of the same match; null if this is the first one, which
  /// is then at `place`. Two records are of one match if all is the same but what happened: game,
  /// options, seed, deal and players. Without a seed, as in records that people write, they are
  /// not: one deal may be played often.
  const std::string* add(const Record& record, std::string place);

 private:
  // By the seed, and a hash of all else.
  std::map<std::pair<std::uint64_t, std::size_t>, std::string> places_;
};

}  // namespace arena
