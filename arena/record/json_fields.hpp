// Reads the fields of a JSON object that another program wrote; errors name the object and the
// field.
#pragma once

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena {

namespace json = boost::json;

/// Throws Error if the value is not an object. `where` names it.
inline const json::object& as_object(const json::value& value, std::string_view where) {
  if (!value.is_object()) throw Error(fmt::format("{} is not a JSON object", where));
  return value.get_object();
}

/// Whether it can be written as JSON: Boost.JSON 1.81 reads 1e600 as infinity.
inline bool is_finite(const json::value& value) {
  if (const auto* list = value.if_array()) return std::ranges::all_of(*list, is_finite);
  if (const auto* object = value.if_object())
    return std::ranges::all_of(*object, [](const auto& field) { return is_finite(field.value()); });
  return !value.is_double() || std::isfinite(value.get_double());
}

/// `object` outlives it. Everything throws Error if a field is missing or wrong.
class JsonFields {
 public:
  JsonFields(const json::object& object, std::string where)
      : object_(object), where_(std::move(where)) {}

  [[nodiscard]] const json::value* find(std::string_view key) const {
    return object_.if_contains(key);
  }

  [[nodiscard]] const json::value& need(std::string_view key) const {
    const json::value* value = find(key);
    if (value == nullptr) throw Error(fmt::format("{}: \"{}\" is missing", where_, key));
    return *value;
  }
  [[nodiscard]] std::string text(std::string_view key) const {
    const json::value& value = need(key);
    if (!value.is_string()) fail(key, "a string", value);
    return std::string(value.get_string());
  }
  /// True if the field exists; then it must be one of the texts in `known`.
  [[nodiscard]] bool has_one_of(std::string_view key,
                                std::span<const std::string_view> known) const {
    const json::value* value = find(key);
    if (value == nullptr) return false;
    const auto is_it = [value](std::string_view one) { return *value == json::string_view(one); };
    if (std::any_of(known.begin(), known.end(), is_it)) return true;
    fail(key, fmt::format("\"{}\"", fmt::join(known, "\" or \"")), *value);
  }
  [[nodiscard]] std::int64_t number(std::string_view key, std::int64_t least,
                                    std::int64_t most) const {
    const json::value& value = need(key);
    if (!value.is_int64() || value.get_int64() < least || value.get_int64() > most) {
      fail(key, fmt::format("a whole number from {} to {}", least, most), value);
    }
    return value.get_int64();
  }
  [[nodiscard]] bool flag(std::string_view key) const {
    const json::value& value = need(key);
    if (!value.is_bool()) fail(key, "true or false", value);
    return value.get_bool();
  }
  [[nodiscard]] const json::array& list(std::string_view key) const {
    const json::value& value = need(key);
    if (!value.is_array()) fail(key, "a list", value);
    return value.get_array();
  }
  [[nodiscard]] const json::object& object(std::string_view key) const {
    const json::value& value = need(key);
    if (!value.is_object()) fail(key, "an object", value);
    return value.get_object();
  }
  [[nodiscard]] std::vector<int> numbers(std::string_view key) const {
    std::vector<int> result;
    for (const json::value& value : list(key)) {
      const auto number = value.is_int64() ? value.get_int64() : INT64_MAX;
      if (number < INT_MIN || number > INT_MAX) fail(key, "a list of whole numbers", value);
      result.push_back(static_cast<int>(number));
    }
    return result;
  }

  [[nodiscard]] std::vector<std::string> texts(std::string_view key) const {
    std::vector<std::string> result;
    for (const json::value& value : list(key)) {
      if (!value.is_string()) fail(key, "a list of strings", value);
      result.emplace_back(value.get_string());
    }
    return result;
  }

  /// The fields that are not in `known`.
  [[nodiscard]] json::object others(std::initializer_list<std::string_view> known) const {
    json::object rest;
    for (const auto& field : object_) {
      if (std::find(known.begin(), known.end(), field.key()) == known.end())
        rest[field.key()] = field.value();
    }
    return rest;
  }

  [[noreturn]] void fail(std::string_view key, std::string_view wanted,
                         const json::value& got) const {
    throw Error(fmt::format("{}: \"{}\" must be {}, not {}", where_, key, wanted,
                            first_characters(json::serialize(got), 80)));
  }

 private:
  const json::object& object_;
  std::string where_;
};

}  // namespace arena
