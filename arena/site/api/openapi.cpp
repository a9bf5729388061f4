// The OpenAPI description, written from the list of routes.
#include "arena/site/api/openapi.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include <boost/json.hpp>

#include "arena/site/assets.hpp"
#include "arena/site/pages/layout.hpp"
#include "arena/site/routes.hpp"
#include "arena/util/text/text.hpp"

namespace arena::site {

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

namespace json = boost::json;

namespace {

constexpr std::string_view null_suffix = " or null";

json::array parts_of(std::string_view word) {
  json::array parts;
  while (!word.empty()) {
    const std::size_t end = std::min(word.find('|'), word.size());
    parts.emplace_back(word.substr(0, end));
    word.remove_prefix(std::min(end + 1, word.size()));
  }
  return parts;
}

class Schemas {
 public:
  json::object all() const {
    json::object schemas;
    for (const auto& [name, fields] : answers_) schemas[name] = of(fields);
    return schemas;
  }

 private:
  [[nodiscard]] json::object of(const json::value& shape) const {
    if (shape.is_object()) return of_object(shape.get_object());
    if (shape.is_array()) return {{"type", "array"}, {"items", of(shape.at(0))}};
    return of_word(shape.as_string());
  }

  [[nodiscard]] json::object of_object(const json::object& fields) const {
    json::object properties;
    json::array required;
    for (const auto& [key, shape] : fields) {
      std::string_view name = key;
      if (name.ends_with('?'))
        name.remove_suffix(1);
      else
        required.emplace_back(name);
      properties[name] = of(shape);
    }
    json::object schema{{"type", "object"}, {"properties", std::move(properties)}};
    if (!required.empty()) schema["required"] = std::move(required);
    return schema;
  }

  [[nodiscard]] json::object of_word(std::string_view word) const {
    if (word.ends_with(null_suffix)) {
      word.remove_suffix(null_suffix.size());
      json::object schema = of_word(word);
      // OpenAPI 3.0 ignores what stands beside a reference.
      if (schema.contains("$ref")) schema = {{"allOf", json::array{std::move(schema)}}};
      schema["nullable"] = true;
      return schema;
    }
    if (word.find('|') != std::string_view::npos)
      return {{"type", "string"}, {"enum", parts_of(word)}};
    if (word == "date-time") return {{"type", "string"}, {"format", word}};
    if (word.front() < 'A' || word.front() > 'Z') return {{"type", word}};
    if (!answers_.contains(word))
      throw std::runtime_error("answers.json has no answer " + std::string(word));
    return schema_reference(word);
  }

  json::object answers_ = json::parse(answers_json).as_object();
};

}  // namespace

json::object answer_schemas() { return Schemas().all(); }

json::object schema_reference(std::string_view name) {
  return {{"$ref", "#/components/schemas/" + std::string(name)}};
}

}  // namespace arena::site
