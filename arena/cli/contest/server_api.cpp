#include "arena/cli/contest/server_api.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena::cli {

namespace json = boost::json;

http::Field token_header() {
  const char* token = std::getenv("ARENA_TOKEN");
  if (!token || !*token)
    throw Error("set ARENA_TOKEN to an API token: the page of your account makes one");
  return {"Authorization", std::string("Bearer ") + token};
}

json::object ask_server(const http::ClientRequest& request) {
  const http::Response answer = http::fetch(request);
  boost::system::error_code error;
  const json::value value = json::parse(answer.body, error);
  if (error || !value.is_object())
    throw Error(fmt::format("{} is no server of arena: status {}", request.url, answer.status));
  if (answer.status >= 300)
    throw Error(fmt::format("the server refused: {}", escaped(word(value.get_object(), "error"))));
  return value.get_object();
}

std::string word(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value && value->is_string() ? std::string(value->get_string()) : std::string();
}

}  // namespace arena::cli
