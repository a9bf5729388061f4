// Standings for people.
#pragma once

#include <string>

#include "arena/core/protocol.hpp"
#include "arena/tournament/format_result.hpp"
#include "arena/tournament/standings.hpp"

namespace arena::cli {

/// The rating with its 95 % interval: "+120 ± 14". Empty if it has played no deal.
std::string rating_text(const EntrantStanding& entrant);
/// What the format says, the standings, the cross table, and what is not known yet, as lines.
std::string standings_text(const Standings& standings, const std::optional<FormatResult>& result,
                           ScreenStyle style);

}  // namespace arena::cli
