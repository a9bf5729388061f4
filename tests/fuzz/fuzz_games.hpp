// Every game there is, as the fuzz targets use it. The table is made by CMake from the folders.
#pragma once

#include <string_view>
#include <vector>

#include "arena/match/record.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace arena::fuzz {

struct FuzzGame {
  std::string_view name;
  /// Answers, line by line, to a match in progress: in the game's own protocol, in JSON, and as a
  /// person types them. The first bytes of the input say which match.
  void (*native)(Input);
  void (*json)(Input);
  void (*screen)(Input);
  /// Throws Error if it is no match of this game.
  void (*replay)(const Record&);
};

std::vector<FuzzGame> fuzz_games();

}  // namespace arena::fuzz
