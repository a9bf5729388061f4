// A player of the command line as a store keeps it.
#pragma once

#include <string>
#include <string_view>

#include <boost/json.hpp>

#include "arena/setup/game_options.hpp"
#include "arena/setup/player_args.hpp"
#include "arena/tournament/tournament_store.hpp"

namespace arena {

boost::json::object player_json(const PlayerArg& player);
/// Throws Error if the object is not a player.
PlayerArg read_player(const boost::json::object& stored);
/// As the command line takes it: "-p move-time=1s python3 ann.py".
std::string player_text(const PlayerArg& player);

/// The player's key name=; empty without it.
std::string name_of(const PlayerArg& player);
/// The command that gives a tournament this player: "arena entrants cup.db add ann -p ./ann".
std::string entrants_command(const std::string& store, std::string_view action,
                             const std::string& name, PlayerArg player);
/// Whether the words of such a player may name files.
bool has_files(PlayerKind kind);
/// The player with its words as the store at this path keeps them.
PlayerArg kept_player(PlayerArg player, const std::string& store);
/// A new entrant of the tournament that is, or will be, in the store at this path.
NewEntrant new_entrant(const PlayerArg& player, const CheckedOptions& checked,
                       const std::string& store);

}  // namespace arena
