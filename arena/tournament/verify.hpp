// Checks a store against itself and the rules: replays every match from its record, derives every
// deal from the seed, computes all results again, and lets the format decide all pairings again.
// Whoever has the store can do so; nothing of it is believed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/game/games.hpp"
#include "arena/store/store.hpp"

namespace arena {

struct Verification {
  int matches = 0;                       // that were checked
  std::string head;                      // of the chain of their records
  std::vector<std::string> findings;     // one sentence each; empty if all agrees
  std::vector<std::string> checked;      // in a few words each
  std::vector<std::string> not_checked;  // likewise, and why
};

/// At most 100 findings are listed. Nothing else is checked if the file is damaged, and the
/// pairings only if all else agrees. `head`: of the chain, as it was published at any time.
Verification verify(const Store& store, const Games& games,
                    const std::optional<std::string>& head = {});

}  // namespace arena
