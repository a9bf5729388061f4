// The OpenAPI description, written from the list of routes.
#include <boost/json.hpp>

#include "arena/util/text.hpp"
#include "arena/web/layout.hpp"
#include "arena/web/routes.hpp"
#include "arena/web/schemas.hpp"

namespace arena::web {

namespace {

namespace json = boost::json;

json::object parameter(std::string_view name, std::string_view in, std::string_view type,
                       std::string_view meaning, bool is_required) {
  json::object object{{"name", name},
                      {"in", in},
                      {"required", is_required},
                      {"schema", json::object{{"type", type}}}};
  if (!meaning.empty()) object["description"] = meaning;
  return object;
}

json::object answer(std::string_view description, std::string_view name) {
  const bool is_file = name.find('/') != std::string_view::npos;
  json::object schema =
      is_file ? json::object{{"type", "string"}, {"format", "binary"}} : schema_reference(name);
  return {{"description", description},
          {"content", json::object{{is_file ? name : "application/json",
                                    json::object{{"schema", std::move(schema)}}}}}};
}

json::object operation(const Route& route) {
  json::array parameters;
  for (const std::string& name : http::RoutePattern(route.pattern).names())
    parameters.push_back(parameter(name, "path", "string", "", true));
  for (const Parameter& one : route.parameters)
    parameters.push_back(parameter(one.name, "query", one.type, one.meaning, one.is_required));
  json::object answers;
  if (route.socket) {
    answers["101"] = json::object{{"description", "the connection becomes a WebSocket"}};
  } else {
    answers[route.method == "POST" ? "2XX" : "200"] = answer(route.summary, route.answer);
  }
  answers["default"] = json::object{{"$ref", "#/components/responses/Error"}};
  json::object object{{"summary", route.summary},
                      {"parameters", std::move(parameters)},
                      {"responses", std::move(answers)}};
  if (route.who != Who::everybody)
    object["security"] = json::array{json::object{{"token", json::array{}}}};
  if (route.method == "POST" && route.body > 65'536)
    object["requestBody"] = json::object{
        {"required", true},
        {"content", json::object{{"application/octet-stream",
                                  json::object{{"schema", json::object{{"type", "string"},
                                                                       {"format", "binary"}}}}}}}};
  return object;
}

std::string lower_case(std::string_view text) {
  std::string result;
  for (const char c : text) result += lower(c);
  return result;
}

}  // namespace

Route openapi_route(const std::vector<Route>& routes) {
  json::object paths;
  for (const Route& route : routes) {
    if (!route.is_api()) continue;
    if (!paths.contains(route.pattern)) paths[route.pattern] = json::object();
    paths[route.pattern].as_object()[lower_case(route.method)] = operation(route);
  }
  const json::object description{
      {"openapi", "3.0.3"},
      {"info", json::object{{"title", "arena"}, {"version", "1"}}},
      {"paths", std::move(paths)},
      {"components",
       json::object{{"securitySchemes",
                     json::object{{"token", json::object{{"type", "http"}, {"scheme", "bearer"}}}}},
                    {"responses", json::object{{"Error", answer("what is wrong", "Error")}}},
                    {"schemas", answer_schemas()}}}};
  return {.method = "GET",
          .pattern = "/api/v1/openapi.json",
          .summary = "This description",
          .handler = [description](Visit& /*visit*/) { return json_response(description); }};
}

}  // namespace arena::web
