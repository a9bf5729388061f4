#include "arena/config/player_spec.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arena/core/described.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/shell_words.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

constexpr const char* identity_key = "identity";

/// What stores before December 2026 have in `keys`: names and texts as of a command line, such as
/// "max-refusals": "3". Returns false for an unknown name.
bool set_earlier(PlayerSettings& settings, std::string_view name, const json::value& value) {
  bool is_known = false;
  for_each_player_setting(settings, [&](const char* one, const char* /*help*/, auto& member) {
    if (option_name(one) != name) return;
    is_known = true;
    set_by_word(member, value.as_string(), name);
  });
  return is_known;
}

void take_key(PlayerSpec& player, std::string_view name, const json::value& value) {
  const bool is_earlier =
      name.find('-') != std::string_view::npos || (name == "env" && value.is_string());
  const auto take = is_earlier ? set_earlier : static_cast<decltype(&set_earlier)>(set);
  if (name == "name" && !trim(std::string_view(value.as_string())).empty())
    player.name = value.as_string();
  else if (!take(player.settings, name, value))
    throw Error(fmt::format("there is no setting \"{}\"", name));
}

/// Throws Error if there is nothing that could play.
void check_words(const PlayerSpec& player) {
  const bool may_lack_words =
      player.kind == PlayerKind::process || player.kind == PlayerKind::human;
  const bool is_team = player.kind == PlayerKind::team;
  if (is_team ? player.bots.empty() : player.words.empty() && !may_lack_words)
    throw Error("it has no words");
}

PlayerSpec read(const json::object& object) {
  PlayerSpec player;
  described::from_json(object.at("kind"), player.kind, "kind");
  for (const auto& [name, value] : object.at("keys").as_object()) take_key(player, name, value);
  described::from_json(object.at("words"), player.words, "words");
  if (player.kind == PlayerKind::team) {
    for (const json::value& bot : object.at("bots").as_array()) {
      player.bots.push_back(read(bot.as_object()));
      if (player.bots.back().kind == PlayerKind::team) throw Error("a team in a team");
    }
  }
  if (const json::value* const identity = object.if_contains(identity_key)) {
    if (player.kind != PlayerKind::builtin) throw Error("an identity of what is no built-in bot");
    described::from_json(*identity, player.identity.emplace(), identity_key);
  }
  check_words(player);
  return player;
}

/// In the form that is written now.
json::object rewritten(json::object object) {
  for (auto& [key, value] : to_json(read_player(object))) object[key] = value;
  return object;
}

/// Takes the identities away that only one of two players has.
void compare_less(json::object& one, json::object& other) {
  if (!one.contains(identity_key) || !other.contains(identity_key)) {
    one.erase(identity_key);
    other.erase(identity_key);
  }
  if (!one.contains("bots") || !other.contains("bots")) return;
  json::array& bots = one["bots"].as_array();
  json::array& others = other["bots"].as_array();
  for (std::size_t i = 0; i < std::min(bots.size(), others.size()); ++i)
    compare_less(bots[i].as_object(), others[i].as_object());
}

}  // namespace

json::object to_json(const PlayerSpec& player) {
  json::object keys;
  if (!player.name.empty()) keys["name"] = player.name;
  for (auto& [name, value] : to_json(player.settings)) keys[name] = value;
  json::object object{{"kind", described::to_json(player.kind)},
                      {"keys", std::move(keys)},
                      {"words", described::to_json(player.words)}};
  if (player.identity) object[identity_key] = described::to_json(*player.identity);
  if (player.kind == PlayerKind::team) {
    json::array bots;
    for (const PlayerSpec& bot : player.bots) bots.push_back(to_json(bot));
    object["bots"] = std::move(bots);
  }
  check_utf8(object);
  return object;
}

PlayerSpec read_player(const json::object& object) {
  try {
    return read(object);
  } catch (const std::exception&) {
    throw Error("the store has an entrant that cannot be read: " + json::serialize(object));
  }
}

bool is_same_player(const json::object& one, const json::object& other) {
  if (one == other) return true;
  json::object first = rewritten(one);
  json::object second = rewritten(other);
  compare_less(first, second);
  return first == second;
}

std::string player_text(const PlayerSpec& player) {
  if (player.kind == PlayerKind::team) return joined(player.bots, " ", player_text);
  std::string text = player.kind == PlayerKind::builtin  ? "-b"
                     : player.kind == PlayerKind::module ? "-m"
                     : player.kind == PlayerKind::called ? "called"
                                                         : "-p";
  if (!player.name.empty()) text += " " + shell_word("name=" + player.name);
  for (const std::string& key : keys_of(player.settings)) text += " " + shell_word(key);
  if (std::ranges::find(player.words, "--") != player.words.end())
    return text + " " + shell_word(join_words(player.words));
  const bool has_dash = std::ranges::any_of(
      player.words, [](const std::string& word) { return word.starts_with('-'); });
  return text + (has_dash ? fmt::format(" -- {} --", join_words(player.words))
                          : " " + join_words(player.words));
}

}  // namespace arena
