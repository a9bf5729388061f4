// The games of a series that a file of records already has. A run that was interrupted and the run
// that plays the rest are one series, with one standing.
#pragma once

#include <map>
#include <string>

#include "arena/series/plan.hpp"
#include "arena/series/statistics.hpp"

namespace arena {

/// The results of the schedule's matches that the plan does not play and the file has, by number. A
/// record belongs to the series if game, options and seed are the same, and the same players sit in
/// the same seats. If a match is there twice, the first one counts. Lines that are no records are
/// left out. Throws Error if the file cannot be read.
std::map<int, MatchResult> earlier_games(const std::string& path, const SeriesPlan& plan);

}  // namespace arena
