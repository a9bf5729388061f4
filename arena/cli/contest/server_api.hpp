// Requests to the API of a contest's server.
#pragma once

#include <string>
#include <string_view>

#include <boost/json.hpp>

#include "arena/http/client.hpp"

namespace arena::cli {

/// The header with the API token of the variable ARENA_TOKEN. Throws Error if it is not set.
http::Field token_header();

/// Sends the request. Throws Error with the server's reason if it refuses.
boost::json::object ask_server(const http::ClientRequest& request);

/// The text under this name; empty if none exists.
std::string word(const boost::json::object& object, std::string_view name);

}  // namespace arena::cli
