#include "arena/setup/stored_player.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "arena/process/command_line.hpp"
#include "arena/process/program.hpp"
#include "arena/util/error.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/utf8.hpp"

namespace arena {

namespace json = boost::json;

BOOST_DESCRIBE_ENUM(PlayerKind, process, module, builtin, human, called)

namespace {

/// JSON is UTF-8, and so is what is stored.
const std::string& storable(const std::string& word) {
  if (repaired_utf8(word) != word)
    throw Error(fmt::format("a store keeps UTF-8 only, and {} is none", in_quotes(word)));
  return word;
}

}  // namespace

json::object player_json(const PlayerArg& player) {
  json::object keys;
  for (const auto& [key, value] : player.keys) keys[key] = storable(value);
  for (const std::string& word : player.words) static_cast<void>(storable(word));
  const char* kind = boost::describe::enum_to_string(player.kind, "");
  return {{"kind", kind}, {"keys", keys}, {"words", json::value_from(player.words)}};
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
    return player;
  } catch (const std::exception&) {
    throw Error("the store has an entrant that cannot be read: " + json::serialize(stored));
  }
}

std::string player_text(const PlayerArg& player) {
  std::string text = player.kind == PlayerKind::builtin  ? "-b"
                     : player.kind == PlayerKind::module ? "-m"
                     : player.kind == PlayerKind::called ? "called"
                                                         : "-p";
  for (const auto& [key, value] : player.keys) text += " " + shell_word(key + "=" + value);
  return text + " " + join_words(player.words);
}

NewEntrant new_entrant(const PlayerArg& player, const CheckedOptions& checked) {
  NewEntrant entrant;
  entrant.entrant = make_entrant(player, *checked.settings.game, checked.defaults);
  entrant.player = player_json(player);
  if (player.kind == PlayerKind::process || player.kind == PlayerKind::module)
    entrant.words = player.words;
  return entrant;
}

PlayerArg from_any_folder(PlayerArg player) {
  if (player.kind != PlayerKind::process && player.kind != PlayerKind::module) return player;
  std::vector<std::string>& words = player.words;
  const bool is_file_alone = words.size() == 1 && is_file(words.front());
  if (words.size() == 1 && !is_file_alone && player.kind == PlayerKind::process)
    words = split_words(words.front());
  for (std::string& word : words) {
    const bool by_path =
        &word == &words.front() && !is_file_alone && word.find('/') == std::string::npos;
    if (!by_path && is_file(word))
      word = std::filesystem::absolute(word).lexically_normal().string();
  }
  return player;
}

}  // namespace arena
