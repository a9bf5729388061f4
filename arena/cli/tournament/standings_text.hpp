// Standings for people, as JSON and as CSV.
#pragma once

#include <string>

#include <boost/json.hpp>

#include "arena/core/protocol.hpp"
#include "arena/tournament/standings.hpp"

namespace arena::cli {

/// The standings, the cross table, and what is not known yet, as lines.
std::string standings_text(const Standings& standings, ScreenStyle style);
boost::json::object standings_json(const Standings& standings);
/// With a line of headings.
std::string standings_csv(const Standings& standings);

}  // namespace arena::cli
