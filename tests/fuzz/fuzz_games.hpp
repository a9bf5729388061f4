// Every game there is, as the fuzz targets use it. The table is made by CMake from the folders.
#pragma once

#include <string_view>
#include <vector>

#include "arena/record/record.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace arena::fuzz {

struct FuzzGame {
  std::string_view name;
  /// Answers, line by line, to a match in progress: in the game's own protocols, in JSON, and as a
  /// person types them. The first four bytes of the input say which match.
  void (*native)(Input);
  void (*json)(Input);
  void (*screen)(Input);
  /// Throws Error if it is no match of this game.
  void (*replay)(const Record&);
};

std::vector<FuzzGame> fuzz_games();

/// By name, so that inputs that are kept stay what they are when games are added.
inline const FuzzGame* fuzz_game_of(std::string_view name) {
  static const std::vector<FuzzGame> games = fuzz_games();
  for (const FuzzGame& game : games) {
    if (game.name == name) return &game;
  }
  return nullptr;
}

}  // namespace arena::fuzz
