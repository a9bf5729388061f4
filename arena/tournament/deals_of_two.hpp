// The deals that two entrants of a store played against each other, a line each, where a game
// compares the tables of a deal.
#pragma once

#include <string>
#include <vector>

#include "arena/game/any_game.hpp"
#include "arena/series/statistics/deal_report.hpp"
#include "arena/store/store.hpp"

namespace arena {

/// Whether the store has such deals.
bool compares_deals(const StoredTournament& tournament, const AnyGame& game);

struct TwoEntrants {
  std::vector<int> ids;  // of the store; the first one is the first team
  std::vector<std::string> names;
};

/// `matches`: those of the store, or more than these two played, in order. Deals are counted from
/// the first one that the two played. REQUIRES: compares_deals; `game` outlives the report.
DealReport deals_of_two(const Store& store, const StoredTournament& tournament, const AnyGame& game,
                        const TwoEntrants& two, const std::vector<StoredMatch>& matches);

}  // namespace arena
