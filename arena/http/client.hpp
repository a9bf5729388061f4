// One request to a server, for the command line; https too.
#pragma once

#include <string>
#include <vector>

#include "arena/http/message.hpp"

namespace arena::http {

struct ClientRequest {
  std::string url;
  std::string method = "GET";
  Fields headers{};
  std::string body{};
};

/// Waits for the answer, of at most 64 MB. Follows no redirects, because they could lead a token
/// elsewhere. Throws Error if no answer comes.
Response fetch(const ClientRequest& request);

}  // namespace arena::http
