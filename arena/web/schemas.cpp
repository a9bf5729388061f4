#include "arena/web/schemas.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "arena/web/embedded.hpp"

namespace arena::web {

namespace json = boost::json;

namespace {

constexpr std::string_view or_null = " or null";

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
    if (word.ends_with(or_null)) {
      word.remove_suffix(or_null.size());
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

}  // namespace arena::web
