#include "arena/tournament/stored_bots.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "arena/tournament/entrant_files.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace {

bool has_files(const json::object& player) {
  return player.at("kind") == "process" || player.at("kind") == "module";
}

std::vector<std::string> words_of(const json::object& player) {
  return json::value_to<std::vector<std::string>>(player.at("words"));
}

std::string_view name_of(const json::object& player) {
  return player.at("keys").at("name").as_string();
}

/// Throws something if a field is missing or wrong.
void check_player(const json::object& player) {
  constexpr std::array<std::string_view, 5> kinds{"process", "module", "builtin", "called",
                                                  "human"};
  const std::string_view kind = player.at("kind").as_string();
  const bool has_words = !words_of(player).empty() || kind == "process" || kind == "human";
  for (const auto& [key, value] : player.at("keys").as_object())
    static_cast<void>(value.as_string());
  if (!has_words || std::ranges::find(kinds, kind) == kinds.end()) throw Error("no player");
}

/// Throws something if a field is missing or wrong.
std::vector<json::object> read_players(const json::object& player) {
  const bool is_team = player.at("kind") == "team";
  std::vector<json::object> players{player};
  if (is_team) players = json::value_to<std::vector<json::object>>(player.at("bots"));
  for (const json::object& bot : players) {
    check_player(bot);
    if (is_team) static_cast<void>(name_of(bot));
  }
  return players;
}

/// Not empty.
std::vector<json::object> players_of(const json::object& player) {
  try {
    if (auto players = read_players(player); !players.empty()) return players;
  } catch (const std::exception&) {  // the message below says all of it
  }
  throw Error("the store has an entrant that cannot be read: " + json::serialize(player));
}

}  // namespace

std::vector<StoredBot> bots_of(const StoredEntrant& entrant) {
  std::vector<json::object> players = players_of(entrant.player);
  const bool is_team = entrant.player.at("kind") == "team";
  std::vector<StoredBot> bots;
  for (json::object& player : players) {
    std::string name = entrant.name;
    if (is_team) name += fmt::format(" ({})", name_of(player));
    bots.push_back({std::move(name), std::move(player)});
  }
  return bots;
}

bool may_have_files(const StoredEntrant& entrant) {
  return std::ranges::any_of(players_of(entrant.player), has_files);
}

std::string player_files_hash(const json::object& player, const std::string& store) {
  std::vector<std::vector<std::string>> commands;
  for (const json::object& bot : players_of(player)) {
    if (has_files(bot)) commands.push_back(words_of(bot));
  }
  return files_hash(std::move(commands), store);
}

}  // namespace arena
