// The matches that a store's pairings have: which deal, which seats, which seeds of built-in bots.
#pragma once

#include "arena/core/game.hpp"
#include "arena/store/store.hpp"
#include "arena/tournament/pairing_matches.hpp"

namespace arena {

/// An entrant counts by its place among `Store::entrants`. Throws Error if a pairing cannot be
/// played.
PairingMatches stored_pairings(const Store& store, const GameInfo& info);

}  // namespace arena
