// Checks a store against itself and the rules: replays every match from its record, derives every
// deal from the seed, computes all results anew, and lets the format decide all pairings again.
// Whoever has the store can do so; nothing of it is believed.
#pragma once

#include <string>
#include <vector>

#include "arena/game/games.hpp"
#include "arena/store/store.hpp"

namespace arena {

struct Verification {
  int matches = 0;          // that were checked
  bool knows_seed = false;  // false: the seed is not revealed yet, so deals are not checked
  std::vector<std::string> findings;  // one sentence each; empty if all agrees
};

/// At most 100 findings are listed. The pairings are checked if all else agrees. Throws Error if
/// the store's game is unknown.
Verification verify(const Store& store, const Games& games);

}  // namespace arena
