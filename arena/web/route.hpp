// What the site answers: one list, from which requests find their handler, and from which OpenAPI
// is written.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/http/message.hpp"
#include "arena/http/route_pattern.hpp"
#include "arena/http/web_socket.hpp"
#include "arena/web/visit.hpp"

namespace arena::web {

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
  bool is_costly = false;     // it hashes a password, or stores a file: fewer a minute

  [[nodiscard]] bool is_api() const { return pattern.starts_with("/api/"); }
};

}  // namespace arena::web
