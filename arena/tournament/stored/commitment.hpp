// What makes a tournament's results verifiable: a commitment to the seed, and to what plays, before
// the first match. docs/tournaments.md shows how to check it without arena.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/store/stored.hpp"

namespace arena {

/// SHA-256 of the JSON text that docs/tournaments.md gives: the seed, whether a text is mixed into
/// it, the tournament, and the entrants that were there at the start. Two tournaments that differ
/// in any of these have different texts.
std::string commitment(std::string_view seed, const StoredTournament& tournament,
                       const std::vector<StoredEntrant>& entrants);

inline constexpr std::string_view version_of_earlier_commitments = "0.1.0";  // of arena
/// The same of a store of that version: of lines, which two tournaments may share.
std::string earlier_commitment(std::string_view seed, const StoredTournament& tournament,
                               const std::vector<StoredEntrant>& entrants);

}  // namespace arena
