// Standings as data: `arena standings --json` and `--csv`, and the rows of Python's arena.Store.
#pragma once

#include <functional>
#include <string>

#include <boost/json.hpp>

#include "arena/tournament/extent.hpp"
#include "arena/tournament/field_scores.hpp"
#include "arena/tournament/format_result.hpp"
#include "arena/tournament/standings.hpp"

namespace arena {

using UseRow = std::function<void(json::object)>;

/// A row for each entrant, in the order of the standings.
void for_each_entrant(const Standings& standings, const UseRow& use);
/// A row for each ordered pair of entrants that have met, as the first one sees it.
void for_each_pair(const Standings& standings, const UseRow& use);
/// A row for each ordered pair of entrants whose ratings can be compared: how likely it is that the
/// first one is stronger.
void for_each_superiority(const Standings& standings, const UseRow& use);
/// A row for each entrant, in the order of the standings: its rating alone.
void for_each_rating(const Standings& standings, const UseRow& use);

/// All but the last as one JSON object. `versions`: its first fields; `result`: what the format
/// says, where it says more than the ratings; `field`: what all tables of each deal say. Text,
/// because the pairs of 1,000 entrants are too much for one value in memory.
std::string standings_json(const json::object& versions, const Standings& standings,
                           const Extent& extent, const std::optional<FormatResult>& result,
                           const std::optional<FieldScores>& field);

/// The rows of the entrants, after a line of headings.
std::string standings_csv(const Standings& standings);

}  // namespace arena
