#include "arena/setup/stored_player.hpp"

#include "arena/util/error.hpp"

namespace arena {

namespace json = boost::json;

BOOST_DESCRIBE_ENUM(PlayerKind, process, module, builtin, human, called)

json::object player_json(const PlayerArg& player) {
  json::object keys;
  for (const auto& [key, value] : player.keys) keys[key] = value;
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

}  // namespace arena
