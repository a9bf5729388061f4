#include "arena/config/match_settings.hpp"

#include <algorithm>

#include "arena/util/error.hpp"

namespace arena {

namespace {

template <class T>
json::value value_of(const T& member) {
  using described::to_json;
  return to_json(member);
}

/// For a visit of settings: takes the value for the setting of this name, if it comes by.
auto taker(std::string_view name, const json::value& value, bool& is_known) {
  return [=, &value, &is_known](const char* one, const char* /*help*/, auto& member) {
    if (one != name) return;
    is_known = true;
    member.reset();
    if (!value.is_null()) set(member, value, name);
  };
}

/// For a visit of settings: puts those that are given into an object.
auto putter(json::object& object) {
  return [&object](const char* name, const char* /*help*/, const auto& member) {
    if (member) object[name] = value_of(*member);
  };
}

const json::object& as_object(const json::value& value, std::string_view what) {
  if (!value.is_object()) described::fail(what, "an object", json::serialize(value));
  return value.get_object();
}

RootSeed seed_of(const json::value& value, std::string_view what) {
  const auto seed = value.is_string() ? read_root_seed(value.get_string()) : std::nullopt;
  if (!seed) described::fail(what, "a number from 0 to 2^128-1 as text", json::serialize(value));
  return *seed;
}

}  // namespace

bool set(PlayerSettings& settings, std::string_view name, const json::value& value) {
  bool is_known = false;
  for_each_player_setting(settings, taker(name, value, is_known));
  return is_known;
}

bool set(Limits& limits, std::string_view name, const json::value& value) {
  bool is_known = false;
  for_each_setting(limits, taker(name, value, is_known));
  return is_known;
}

json::object to_json(const PlayerSettings& settings) {
  json::object object;
  for_each_player_setting(settings, putter(object));
  return object;
}

json::object to_json(const Limits& limits) {
  json::object object;
  for_each_setting(limits, putter(object));
  return object;
}

void from_json(const json::value& value, Limits& limits, std::string_view what) {
  limits = {};
  for (const auto& [name, field] : as_object(value, what)) {
    if (!set(limits, name, field))
      throw Error(fmt::format("{}: there is no setting \"{}\"", what, std::string_view(name)));
  }
}

json::object to_json(const MatchSettings& settings) {
  json::object object{{"game", settings.game}, {"options", settings.options}};
  if (settings.seed) object["seed"] = seed_text(*settings.seed);
  if (settings.seats != 0) object["seats"] = settings.seats;
  object["limits"] = to_json(settings.limits);
  return object;
}

void from_json(const json::value& value, MatchSettings& settings, std::string_view what) {
  settings = {};
  for (const auto& [name, field] : as_object(value, what)) {
    const std::string where = fmt::format("{} {}", what, std::string_view(name));
    if (name == "game") {
      described::from_json(field, settings.game, where);
    } else if (name == "options") {
      settings.options = as_object(field, where);
    } else if (name == "seed") {
      settings.seed = seed_of(field, where);
    } else if (name == "seats") {
      described::from_json(field, settings.seats, where);
    } else if (name == "limits") {
      from_json(field, settings.limits, where);
    } else {
      throw Error(fmt::format("{}: there is no setting \"{}\"", what, std::string_view(name)));
    }
  }
}

std::string option_name(std::string_view setting) {
  std::string name(setting);
  std::ranges::replace(name, '_', '-');
  return name;
}

std::vector<std::string> keys_of(const PlayerSettings& settings) {
  std::vector<std::string> keys;
  const auto add = [&keys](std::string_view name, const json::value& value) {
    keys.push_back(fmt::format("{}={}", option_name(name), word_of(value)));
  };
  for (const auto& [name, value] : to_json(settings)) {
    if (!value.is_array()) {
      add(name, value);
      continue;
    }
    for (const json::value& one : value.get_array()) add(name, one);
  }
  return keys;
}

}  // namespace arena
