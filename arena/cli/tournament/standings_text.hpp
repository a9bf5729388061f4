// Standings for people, and as CSV.
#pragma once

#include <string>

#include "arena/core/protocol.hpp"
#include "arena/tournament/standings.hpp"

namespace arena::cli {

/// The standings, the cross table, and what is not known yet, as lines.
std::string standings_text(const Standings& standings, ScreenStyle style);
/// With a line of headings.
std::string standings_csv(const Standings& standings);

}  // namespace arena::cli
