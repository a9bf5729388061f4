// Converts described values (Boost.Describe) to JSON and back. It handles whole numbers, booleans,
// texts, lists, durations (in nanoseconds), described structs and enumerations, and what may be
// missing: optional values and shared constant ones, as null. A type has hooks of its own if its
// namespace has `to_json(value)` and `from_json(json, value, what)`, or `to_text(value)` and
// `from_text(text, value)`.
#pragma once

#include <array>
#include <chrono>
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/describe.hpp>
#include <boost/describe/enum_from_string.hpp>
#include <boost/describe/enum_to_string.hpp>
#include <boost/json.hpp>
#include <boost/mp11.hpp>
#include <fmt/format.h>

#include "arena/core/fixed_vector.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"
#include "arena/util/time.hpp"

namespace arena::described {

namespace json = boost::json;

template <class T>
using Members = boost::describe::describe_members<T, boost::describe::mod_public>;

template <class T>
concept Described = boost::describe::has_describe_members<std::remove_const_t<T>>::value;

template <class T>
concept DescribedEnum = boost::describe::has_describe_enumerators<std::remove_const_t<T>>::value;

template <class T>
concept Textual = requires(const T& value, T& target, std::string_view text) {
  { to_text(value) } -> std::convertible_to<std::string>;
  { from_text(text, target) } -> std::same_as<bool>;
};

/// Calls `visit(name, value.member)` for each described member.
template <Described T, class Visit>
void for_each_member(T& value, Visit visit) {
  using Bare = std::remove_const_t<T>;
  boost::mp11::mp_for_each<Members<Bare>>(
      [&](auto member) { visit(member.name, value.*member.pointer); });
}

/// For what is JSON already.
inline json::value to_json(json::object object) { return object; }

/// Also writes dictionaries, which `from_json` does not read.
template <class T>
json::value to_json(const T& value) {
  if constexpr (Textual<T>) {
    return json::value(std::string(to_text(value)));
  } else if constexpr (DescribedEnum<T>) {
    return json::value(boost::describe::enum_to_string(value, ""));
  } else if constexpr (Described<T>) {
    json::object object;
    for_each_member(
        value, [&object](const char* name, const auto& member) { object[name] = to_json(member); });
    return object;
  } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    return json::value(value);
  } else if constexpr (requires { value ? *value : *value; }) {
    return value ? to_json(*value) : json::value(nullptr);
  } else if constexpr (requires { std::chrono::nanoseconds(value.count()); }) {
    return std::chrono::nanoseconds(value).count();
  } else if constexpr (requires { typename T::mapped_type; }) {
    json::object object;
    for (const auto& [key, item] : value) object[key] = to_json(item);
    return object;
  } else {
    json::array list;
    list.reserve(value.size());
    for (const auto& item : value) list.push_back(to_json(item));
    return list;
  }
}

/// The names of an enumeration's values: "random, ascending or descending".
template <DescribedEnum T>
std::string enumerators() {
  std::vector<std::string> names;
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<T>>(
      [&names](auto enumerator) { names.emplace_back(enumerator.name); });
  return listed(std::move(names), "or");
}

/// The members of `value` that differ from those of a default-constructed T.
template <Described T>
json::object differing(const T& value) {
  const T defaults{};
  json::object object;
  boost::mp11::mp_for_each<Members<T>>([&](auto member) {
    if (value.*member.pointer != defaults.*member.pointer) {
      object[member.name] = to_json(value.*member.pointer);
    }
  });
  return object;
}

/// Throws Error: `what` must be `wanted`, not `got`.
[[noreturn]] inline void fail(std::string_view what, std::string_view wanted,
                              std::string_view got) {
  throw Error(fmt::format("{} must be {}, not {}", what, wanted, first_characters(got, 80)));
}

template <class T>
void from_json(const json::value& value, T& target, std::string_view what);

inline void from_json(const json::value& value, json::object& object, std::string_view what) {
  if (!value.is_object()) fail(what, "an object", json::serialize(value));
  object = value.get_object();
}

template <class T, std::size_t N>
void from_json(const json::value& value, FixedVector<T, N>& items, std::string_view what) {
  if (!value.is_array()) fail(what, "a list", json::serialize(value));
  items.clear();
  for (const json::value& item : value.get_array()) {
    if (items.full()) fail(what, fmt::format("a list of at most {}", N), "a longer one");
    T read{};
    from_json(item, read, what);
    items.push_back(read);
  }
}

template <class T, std::size_t N>
void from_json(const json::value& value, std::array<T, N>& items, std::string_view what) {
  if (!value.is_array() || value.get_array().size() != N)
    fail(what, fmt::format("a list of {}", N), json::serialize(value));
  for (std::size_t i = 0; i < N; ++i) from_json(value.get_array()[i], items[i], what);
}

template <class T>
void from_json(const json::value& value, std::vector<T>& items, std::string_view what) {
  constexpr const char* wanted = std::is_same_v<T, std::string> ? "a list of texts" : "a list";
  if (!value.is_array()) fail(what, wanted, json::serialize(value));
  items.clear();
  for (const json::value& item : value.get_array()) {
    const std::string where = fmt::format("{}[{}]", what, items.size());
    from_json(item, items.emplace_back(), where);
  }
}

template <class T>
void from_json(const json::value& value, std::optional<T>& target, std::string_view what) {
  target.reset();
  if (!value.is_null()) from_json(value, target.emplace(), what);
}

template <class T>
void from_json(const json::value& value, std::shared_ptr<const T>& target, std::string_view what) {
  target = nullptr;
  if (value.is_null()) return;
  auto read = std::make_shared<T>();
  from_json(value, *read, what);
  target = std::move(read);
}

/// Sets the members that `object` names. Throws Error for an unknown name; the message lists the
/// members of T and `also_known`, which the caller reads itself.
template <Described T>
void from_object(const json::object& object, T& target, std::string_view what,
                 std::string_view also_known = {}) {
  for (const auto& field : object) {
    bool known = false;
    std::string names;
    for_each_member(target, [&](const char* name, auto& member) {
      names += names.empty() ? name : fmt::format(", {}", name);
      if (field.key() != name) return;
      known = true;
      from_json(field.value(), member, fmt::format("{} {}", what, name));
    });
    if (!known) {
      if (!also_known.empty()) names += fmt::format(", {}", also_known);
      throw Error(fmt::format("unknown {} \"{}\"; known: {}", what,
                              first_characters(std::string_view(field.key()), 80), names));
    }
  }
}

template <class T>
void from_json(const json::value& value, T& target, std::string_view what) {
  if constexpr (Textual<T>) {
    if (!value.is_string() || !from_text(std::string_view(value.get_string()), target)) {
      fail(what, "made of known cards", json::serialize(value));
    }
  } else if constexpr (DescribedEnum<T>) {
    if (!value.is_string() ||
        !boost::describe::enum_from_string(std::string(value.get_string()).c_str(), target)) {
      fail(what, enumerators<T>(), json::serialize(value));
    }
  } else if constexpr (Described<T>) {
    if (!value.is_object()) fail(what, "an object", json::serialize(value));
    from_object(value.get_object(), target, what);
  } else if constexpr (std::is_same_v<T, bool>) {
    if (!value.is_bool()) fail(what, "true or false", json::serialize(value));
    target = value.get_bool();
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (!value.is_string()) fail(what, "a text", json::serialize(value));
    target = value.get_string();
  } else if constexpr (requires { std::chrono::nanoseconds(target.count()); }) {
    json::error_code error;
    const std::chrono::nanoseconds length(value.to_number<std::int64_t>(error));
    if (error || length < length.zero() || length > longest_time)
      fail(what, "a length of time in nanoseconds", json::serialize(value));
    target = std::chrono::duration_cast<T>(length);
  } else {
    json::error_code error;
    target = value.to_number<T>(error);
    if (error) fail(what, "a whole number in range", json::serialize(value));
  }
}

template <class T>
T read(const json::value& value, std::string_view what) {
  T target{};
  from_json(value, target, what);
  return target;
}

/// A value from the command line as JSON: true, false, a number, a list, or else a string.
inline json::value value_of(std::string_view text) {
  if (text == "true") return true;
  if (text == "false") return false;
  json::error_code error;
  if (text.starts_with('[')) {
    json::value list = json::parse(text, error);
    if (!error) return list;
  }
  if (const auto number = to_number<std::int64_t>(text)) return *number;
  return json::value(text);
}

}  // namespace arena::described
