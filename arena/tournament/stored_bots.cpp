#include "arena/tournament/stored_bots.hpp"

#include <string_view>

#include <fmt/format.h>

#include "arena/tournament/entrant_files.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace {

std::vector<json::object> players_of(const json::object& player) {
  if (player.at("kind") != "team") return {player};
  return json::value_to<std::vector<json::object>>(player.at("bots"));
}

bool has_files(const json::object& player) {
  return player.at("kind") == "process" || player.at("kind") == "module";
}

}  // namespace

std::vector<StoredBot> bots_of(const StoredEntrant& entrant) {
  try {
    const bool is_team = entrant.player.at("kind") == "team";
    std::vector<StoredBot> bots;
    for (json::object& player : players_of(entrant.player)) {
      std::string name = entrant.name;
      if (is_team)
        name += fmt::format(" ({})", std::string_view(player.at("keys").at("name").as_string()));
      bots.push_back({std::move(name), std::move(player)});
    }
    if (!bots.empty()) return bots;
  } catch (const std::exception&) {  // a field is missing
  }
  throw Error("the store has an entrant that cannot be read: " + json::serialize(entrant.player));
}

std::string player_files_hash(const json::object& player, const std::string& store) {
  std::vector<std::vector<std::string>> commands;
  for (const json::object& bot : players_of(player)) {
    if (has_files(bot))
      commands.push_back(json::value_to<std::vector<std::string>>(bot.at("words")));
  }
  return files_hash(std::move(commands), store);
}

}  // namespace arena
