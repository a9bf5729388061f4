// Lists of tables: what is left of a plan, and who sits at the next one.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "arena/tournament/formats/format.hpp"
#include "arena/tournament/formats/format_design.hpp"
#include "arena/tournament/formats/format_score.hpp"

namespace arena {

/// Those who were there at this batch, withdrawn or not.
std::vector<int> known_entrants(std::span<const FormatEntrant> entrants, int batch);

/// The blocks with these names in place of the numbers from 0.
std::vector<Block> named(std::vector<Block> blocks, const std::vector<int>& names);

/// The blocks without those that were played. Their order at the table does not matter, and one
/// that is there twice is played twice.
std::vector<Block> without_played(const std::vector<Block>& blocks,
                                  std::span<const PlayedPairing> played);

bool are_all_in(const Block& block, const std::vector<int>& entrants);

/// From the front, as many blocks as can be played at the same time.
std::vector<Block> disjoint(const std::vector<Block>& blocks);

/// Who met each other at tables that count: with a result, and without a withdrawn entrant.
Meetings meetings_of(const TournamentProgress& progress, int batch);

/// The candidate with the largest `worth` that is not in the block; of several, the first.
/// REQUIRES: there is one.
template <class Worth>
int next_member(const std::vector<int>& candidates, const Block& block, Worth worth) {
  int best = -1;
  int most = 0;
  for (const int candidate : candidates) {
    if (std::ranges::find(block, candidate) != block.end()) continue;
    const int value = worth(candidate);
    if (best >= 0 && value <= most) continue;
    best = candidate;
    most = value;
  }
  return best;
}

}  // namespace arena
