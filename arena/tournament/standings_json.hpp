// Standings as data: `arena standings --json`, and the rows of Python's arena.Store.
#pragma once

#include "arena/tournament/format_result.hpp"
#include "arena/tournament/standings.hpp"

namespace arena {

/// `result`: what the format says, where it says more than the ratings.
json::object standings_json(const Standings& standings, const std::optional<FormatResult>& result);

/// A row for each ordered pair of entrants that have met, as the first one sees it.
json::array pairs_json(const Store& store);

/// A row for each entrant, in the order of the standings.
json::array ratings_json(const Standings& standings);

}  // namespace arena
