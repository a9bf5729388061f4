// The games of a series that a file of records already contains. A run that was interrupted and the
// run that plays the rest are one series, with one standing, and no match is in the file twice.
#pragma once

#include <map>
#include <string>

#include "arena/series/play/run.hpp"
#include "arena/series/statistics/statistics.hpp"

namespace arena {

/// The results, by number, of all matches of the plan's schedule that the file contains. A record
/// belongs to the series if game, options, seed, given deal, and the players in their seats are the
/// same. If a match occurs twice, the first one counts. Lines that are no records are ignored.
/// Throws Error if the file cannot be read.
std::map<int, MatchResult> earlier_games(const std::string& path, const SeriesPlan& plan);

/// Throws Error, which names them, if the plan plays matches that are `recorded` in the file.
void refuse_recorded(const std::string& path, const SeriesPlan& plan,
                     const std::map<int, MatchResult>& recorded);

}  // namespace arena
