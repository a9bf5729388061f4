#include "arena/tournament/stored_bots.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "arena/process/program.hpp"
#include "arena/series/entrant_factory.hpp"
#include "arena/series/entrant_files.hpp"
#include "arena/util/error.hpp"
#include "arena/util/shell_words.hpp"

namespace arena {

namespace {

/// Not empty. Throws Error if the store is damaged.
std::vector<PlayerSpec> players_of(const json::object& stored) {
  PlayerSpec player = read_player(stored);
  if (player.kind != PlayerKind::team) return {std::move(player)};
  if (!std::ranges::all_of(player.bots, [](const auto& bot) { return !bot.name.empty(); }))
    throw Error("the store has a team whose bots have no names: " + json::serialize(stored));
  return std::move(player.bots);
}

}  // namespace

std::vector<StoredBot> bots_of(const StoredEntrant& entrant) {
  const bool is_team = entrant.player.at("kind") == "team";
  std::vector<StoredBot> bots;
  for (PlayerSpec& player : players_of(entrant.player)) {
    std::string name = entrant.name;
    if (is_team) name += fmt::format(" ({})", player.name);
    bots.push_back({std::move(name), std::move(player)});
  }
  return bots;
}

bool may_have_files(const StoredEntrant& entrant) {
  return std::ranges::any_of(players_of(entrant.player), &PlayerSpec::has_files);
}

PlayerSpec kept_player(PlayerSpec player, const std::string& store) {
  for (PlayerSpec& bot : player.bots) bot = kept_player(std::move(bot), store);
  if (!player.has_files()) return player;
  const bool is_line = player.words.size() == 1 && !is_file(player.words.front());
  if (is_line && player.kind == PlayerKind::process)
    player.words = split_words(player.words.front());
  if (player.kind == PlayerKind::module) player.words = {module_file(player.words.front())};
  player.words = kept_words(std::move(player.words), store);
  return player;
}

std::string player_files_hash(const json::object& player, const std::string& store) {
  std::vector<std::vector<std::string>> commands;
  for (const PlayerSpec& bot : players_of(player)) {
    if (bot.has_files()) commands.push_back(bot.words);
  }
  return files_hash(std::move(commands), store);
}

}  // namespace arena
