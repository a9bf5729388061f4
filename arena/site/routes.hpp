// All that the site answers: one list, from which requests find their handler, and from which
// OpenAPI is written.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/contest/host.hpp"
#include "arena/http/message.hpp"
#include "arena/http/route_pattern.hpp"
#include "arena/http/web_socket.hpp"
#include "arena/site/api/metrics.hpp"
#include "arena/site/guards/cross_site.hpp"
#include "arena/site/pages/visit.hpp"

namespace arena::site {

enum class Who { everybody, author, admin };

/// A parameter of a query, or a field of a JSON body.
struct Parameter {
  std::string_view name;
  std::string_view type;  // "string", "integer", "boolean"
  std::string_view meaning;
  bool is_required = false;
};

struct Route {
  std::string_view method;
  std::string_view pattern;
  std::string_view summary;
  Who who = Who::everybody;
  std::function<http::Response(Visit&)> handler{};
  std::function<http::SocketEvents(Visit&)> socket{};  // instead of the handler
  std::vector<Parameter> parameters{};
  std::string_view answer{};  // of the API: a name in answers.json, or the type of a file
  std::size_t body = 65'536;  // bytes at most
  bool is_costly = false;     // it hashes a password, stores a file, or thinks: fewer a minute

  [[nodiscard]] bool is_api() const { return pattern.starts_with("/api/"); }
};

class Live;
class Play;

// The routes by subject. What they refer to outlives them.

/// Contests, standings, rules.
std::vector<Route> contest_routes(contest::Host& host);
/// Matches and their replays.
std::vector<Route> match_routes(contest::Host& host);
/// Bots and their versions.
std::vector<Route> bot_routes(contest::Host& host);
std::vector<Route> hand_in_routes(contest::Host& host);
/// The body of the largest upload that some contest accepts.
std::size_t largest_upload(const contest::Host& host);
/// Log in and out, sign up, tokens. `is_secure`: the site has https.
std::vector<Route> account_routes(contest::Host& host, bool is_secure);
/// The page of admins. `origin`: for the addresses of invitations, here and below.
std::vector<Route> admin_routes(contest::Host& host, const Origin& origin);
std::vector<Route> admin_api_routes(contest::Host& host, const Origin& origin);
std::vector<Route> live_routes(contest::Host& host, Live& live);
std::vector<Route> play_routes(contest::Host& host, Play& play);
std::vector<Route> api_routes(contest::Host& host);
/// Assets, /healthz and /metrics.
std::vector<Route> system_routes(contest::Host& host, Metrics& metrics,
                                 std::function<std::size_t()> connections);

/// The OpenAPI description of those routes that belong to the API, and the route that answers it.
Route openapi_route(const std::vector<Route>& routes);

}  // namespace arena::site
