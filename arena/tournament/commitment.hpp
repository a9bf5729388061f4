// What makes a tournament's results verifiable: hashes of what plays, and a commitment to the seed
// before the first match. docs/tournaments.md shows how to check them without arena.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/store/stored.hpp"

namespace arena {

/// SHA-256 in 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

/// SHA-256 of the lines that docs/tournaments.md gives: the seed, whether a text is mixed into it,
/// the tournament, and the entrants that were there at the start.
std::string commitment(std::string_view seed, const StoredTournament& tournament,
                       const std::vector<StoredEntrant>& entrants);

}  // namespace arena
