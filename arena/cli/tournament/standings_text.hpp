// Standings for people.
#pragma once

#include <optional>
#include <string>

#include "arena/store/store.hpp"
#include "arena/tournament/extent.hpp"
#include "arena/tournament/field_scores.hpp"
#include "arena/tournament/format_result.hpp"
#include "arena/tournament/standings.hpp"

namespace arena::cli {

/// The name, and "(left)" if the entrant has left.
std::string shown_name(const EntrantStanding& entrant);
/// Prints what all tables of each deal say, what the format says, the standings, the cross table,
/// what is not known yet, and the forfeits.
void print_standings(const Store& store, const Standings& standings, const Extent& extent,
                     const std::optional<FormatResult>& result,
                     const std::optional<FieldScores>& field);

}  // namespace arena::cli
