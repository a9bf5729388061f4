// The values of the host as the API gives them.
#pragma once

#include <boost/json.hpp>

#include "arena/host/host.hpp"

namespace arena::web {

boost::json::object contest_json(const host::Host& host, const host::Contest& contest);
boost::json::object standings_json(const host::PhaseKey& phase,
                                   const host::PhaseSnapshot& snapshot);
boost::json::object match_json(const host::MatchRow& match);
boost::json::object bot_json(const host::Bot& bot);
/// For the author. `with_report`: also the logs and the report of the check.
boost::json::object version_json(const host::Version& version, bool with_report);

}  // namespace arena::web
