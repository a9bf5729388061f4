// Standings for people, and as CSV.
#pragma once

#include <string>

#include "arena/tournament/standings.hpp"

namespace arena::cli {

/// The standings and the cross table, as lines.
std::string standings_text(const Standings& standings);
/// With a line of headings.
std::string standings_csv(const Standings& standings);

}  // namespace arena::cli
