#include "arena/setup/stored_player.hpp"

#include <utility>

#include <fmt/format.h>

#include "arena/process/command_line.hpp"
#include "arena/process/program.hpp"
#include "arena/tournament/entrant_files.hpp"
#include "arena/tournament/stored_bots.hpp"
#include "arena/util/plain_text.hpp"

namespace arena {

std::string entrants_command(const std::string& store, std::string_view action,
                             const std::string& name, PlayerSpec player) {
  player.name.clear();
  return fmt::format("arena entrants {} {} {} {}", shell_word(store), action, shell_word(name),
                     player_text(player));
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

NewEntrant new_entrant(const PlayerSpec& player, const CheckedOptions& checked,
                       const std::string& store) {
  NewEntrant entrant;
  entrant.bots = make_team(player, *checked.settings.game, checked.defaults);
  PlayerSpec kept = kept_player(player, store);
  for (std::size_t i = 0; i < kept.bots.size(); ++i) {
    kept.bots[i].name = entrant.bots[i].name;  // records name the bot so
  }
  const bool is_team = player.kind == PlayerKind::team;
  entrant.name = is_team ? escaped(player.name) : entrant.bots.front().name;
  entrant.player = to_json(kept);
  entrant.files_hash = player_files_hash(entrant.player, store);
  return entrant;
}

}  // namespace arena
