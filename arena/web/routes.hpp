// All that the site answers, in lists by subject. What they refer to outlives them.
#pragma once

#include <vector>

#include "arena/host/host.hpp"
#include "arena/web/metrics.hpp"
#include "arena/web/origin.hpp"
#include "arena/web/route.hpp"

namespace arena::web {

class Live;
class Play;

/// Contests, standings, rules.
std::vector<Route> contest_routes(host::Host& host);
/// Matches and their replays.
std::vector<Route> match_routes(host::Host& host);
/// Bots and their versions.
std::vector<Route> bot_routes(host::Host& host);
std::vector<Route> hand_in_routes(host::Host& host);
/// The body of the largest upload that some contest accepts.
std::size_t largest_upload(const host::Host& host);
/// Log in and out, sign up, tokens. `is_secure`: the site has https.
std::vector<Route> account_routes(host::Host& host, bool is_secure);
/// The page of admins. `origin`: for the addresses of invitations, here and below.
std::vector<Route> admin_routes(host::Host& host, const Origin& origin);
std::vector<Route> admin_api_routes(host::Host& host, const Origin& origin);
std::vector<Route> live_routes(host::Host& host, Live& live);
std::vector<Route> play_routes(host::Host& host, Play& play);
std::vector<Route> api_routes(host::Host& host);
/// Assets, /healthz and /metrics.
std::vector<Route> system_routes(host::Host& host, Metrics& metrics,
                                 std::function<std::size_t()> connections);

/// The OpenAPI description of those routes that belong to the API, and the route that answers it.
Route openapi_route(const std::vector<Route>& routes);

}  // namespace arena::web
