#include "arena/setup/stored_player.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "arena/process/command_line.hpp"
#include "arena/process/program.hpp"
#include "arena/tournament/entrant_files.hpp"
#include "arena/tournament/stored_bots.hpp"
#include "arena/util/error.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"
#include "arena/util/utf8.hpp"

namespace arena {

namespace json = boost::json;

namespace {

bool is_name(const std::pair<std::string, std::string>& key) { return key.first == "name"; }

/// JSON is UTF-8, and so is what is stored.
const std::string& storable(const std::string& word) {
  if (repaired_utf8(word) != word)
    throw Error(fmt::format("a store keeps UTF-8 only, and {} is not UTF-8", in_quotes(word)));
  return word;
}

}  // namespace

BOOST_DESCRIBE_ENUM(PlayerKind, process, module, builtin, human, called, team)

json::object player_json(const PlayerArg& player) {
  json::object keys;
  for (const auto& [key, value] : player.keys) keys[key] = storable(value);
  for (const std::string& word : player.words) static_cast<void>(storable(word));
  const char* kind = boost::describe::enum_to_string(player.kind, "");
  json::object stored{{"kind", kind}, {"keys", keys}, {"words", json::value_from(player.words)}};
  if (player.kind == PlayerKind::team) {
    json::array bots;
    for (const PlayerArg& bot : player.bots) bots.push_back(player_json(bot));
    stored["bots"] = std::move(bots);
  }
  return stored;
}

PlayerArg read_player(const json::object& stored) {
  try {
    PlayerArg player;
    const json::string& kind = stored.at("kind").as_string();
    if (!boost::describe::enum_from_string(kind.c_str(), player.kind))
      throw Error("the store has an entrant of an unknown kind");
    for (const auto& [key, value] : stored.at("keys").as_object())
      player.keys.emplace_back(key, value.as_string());
    player.words = json::value_to<std::vector<std::string>>(stored.at("words"));
    if (player.kind == PlayerKind::team) {
      for (const json::value& bot : stored.at("bots").as_array()) {
        player.bots.push_back(read_player(bot.as_object()));
        if (player.bots.back().kind == PlayerKind::team) throw Error("a team in a team");
      }
    }
    return player;
  } catch (const std::exception&) {
    throw Error("the store has an entrant that cannot be read: " + json::serialize(stored));
  }
}

std::string player_text(const PlayerArg& player) {
  if (player.kind == PlayerKind::team) return joined(player.bots, " ", player_text);
  std::string text = player.kind == PlayerKind::builtin  ? "-b"
                     : player.kind == PlayerKind::module ? "-m"
                     : player.kind == PlayerKind::called ? "called"
                                                         : "-p";
  for (const auto& [key, value] : player.keys) text += " " + shell_word(key + "=" + value);
  const bool has_dash = std::ranges::any_of(
      player.words, [](const std::string& word) { return word.starts_with('-'); });
  return text + (has_dash ? fmt::format(" -- {} --", join_words(player.words))
                          : " " + join_words(player.words));
}

std::string name_of(const PlayerArg& player) {
  const auto key = std::ranges::find_if(player.keys, is_name);
  return key == player.keys.end() ? "" : key->second;
}

std::string entrants_command(const std::string& store, std::string_view action,
                             const std::string& name, PlayerArg player) {
  std::erase_if(player.keys, is_name);
  return fmt::format("arena entrants {} {} {} {}", shell_word(store), action, shell_word(name),
                     player_text(player));
}

bool has_files(PlayerKind kind) {
  return kind == PlayerKind::process || kind == PlayerKind::module;
}

PlayerArg kept_player(PlayerArg player, const std::string& store) {
  for (PlayerArg& bot : player.bots) bot = kept_player(std::move(bot), store);
  if (!has_files(player.kind)) return player;
  const bool is_line = player.words.size() == 1 && !is_file(player.words.front());
  if (is_line && player.kind == PlayerKind::process)
    player.words = split_words(player.words.front());
  if (player.kind == PlayerKind::module) player.words = {module_file(player.words.front())};
  player.words = kept_words(std::move(player.words), store);
  return player;
}

NewEntrant new_entrant(const PlayerArg& player, const CheckedOptions& checked,
                       const std::string& store) {
  NewEntrant entrant;
  entrant.bots = make_team(player, *checked.settings.game, checked.defaults);
  PlayerArg kept = kept_player(player, store);
  for (std::size_t i = 0; i < kept.bots.size(); ++i) {
    std::erase_if(kept.bots[i].keys, is_name);
    kept.bots[i].keys.emplace_back("name", entrant.bots[i].name);  // records name the bot so
  }
  const bool is_team = player.kind == PlayerKind::team;
  entrant.name = is_team ? escaped(name_of(player)) : entrant.bots.front().name;
  entrant.player = player_json(kept);
  entrant.files_hash = player_files_hash(entrant.player, store);
  return entrant;
}

}  // namespace arena
