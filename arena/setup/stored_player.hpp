// A player as a store keeps it: its files are named as from the folder of the store.
#pragma once

#include <string>
#include <string_view>

#include "arena/config/player_spec.hpp"
#include "arena/setup/game_options.hpp"
#include "arena/tournament/tournament_store.hpp"

namespace arena {

/// The command that gives a tournament this player: "arena entrants cup.db add ann -p ./ann".
std::string entrants_command(const std::string& store, std::string_view action,
                             const std::string& name, PlayerSpec player);
/// The player with its words as the store at this path keeps them.
PlayerSpec kept_player(PlayerSpec player, const std::string& store);
/// A new entrant of the tournament that is, or will be, in the store at this path.
NewEntrant new_entrant(const PlayerSpec& player, const CheckedOptions& checked,
                       const std::string& store);

}  // namespace arena
