// A played match as the store keeps it.
#pragma once

#include <set>
#include <vector>

#include "arena/core/sides.hpp"
#include "arena/series/table.hpp"
#include "arena/store/store.hpp"

namespace arena {

/// Pairing, deal and table are left for the caller. `ids`: of the entrants, by player. The record
/// loses the times of its moves, which go to the seats, so that the same bots give the same record.
/// REQUIRES: the record has times, scores and places.
StoredMatch to_stored(const PlayedMatch& match, const std::vector<int>& ids, Sides sides,
                      bool more_is_better);

/// By seat, as the record and each replay show them. The stored ones count, and differ after a
/// forfeit. `match` may lack its record. Throws Error if the record is damaged.
std::vector<int> shown_scores(const Store& store, const StoredMatch& match);

/// The deals of which a game is left out, by the number of their first game. No game of them
/// counts.
std::set<int> left_out_deals(const Store& store);

/// The record as it is written where times are not recorded.
Record without_times(Record record);

}  // namespace arena
