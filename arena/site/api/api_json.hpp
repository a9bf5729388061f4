// The values of the host as the API gives them.
#pragma once

#include <boost/json.hpp>

#include "arena/contest/host.hpp"

namespace arena::site {

boost::json::object contest_json(const contest::Host& host, const contest::Contest& contest);
boost::json::object phase_standings_json(const contest::PhaseKey& phase,
                                         const contest::PhaseSnapshot& snapshot);
boost::json::object match_json(const contest::MatchRow& match);
boost::json::object bot_json(const contest::Bot& bot);
/// For the author. `with_report`: also the logs and the report of the check.
boost::json::object version_json(const contest::Version& version, bool with_report);

}  // namespace arena::site
