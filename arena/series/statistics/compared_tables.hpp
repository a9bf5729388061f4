// Compares the tables that played one deal, for games whose results mean little by themselves: in
// duplicate events, the cards decide the points of a board, and the other tables show what these
// cards are worth.
#pragma once

#include <vector>

#include "arena/series/statistics/statistics.hpp"

namespace arena {

/// Each score becomes the sum of what it earns against those of the same side at the other tables,
/// and places follow from that. So a table without another one earns nothing. A forfeit earns what
/// its worst score does, and stays in the last place.
std::vector<MatchResult> compared(std::vector<MatchResult> tables, const TableComparison& compare,
                                  bool more_is_better);

}  // namespace arena
