// A player of the command line as a store keeps it.
#pragma once

#include <boost/json.hpp>

#include "arena/cli/match_options.hpp"
#include "arena/cli/player_args.hpp"
#include "arena/tournament/tournament_store.hpp"

namespace arena::cli {

boost::json::object player_json(const PlayerArg& player);
/// Throws Error if it is none.
PlayerArg read_player(const boost::json::object& stored);
/// As the command line takes it: "-p move-time=1s python3 ann.py".
std::string player_text(const PlayerArg& player);

/// A new entrant of a tournament.
NewEntrant new_entrant(const PlayerArg& player, const CheckedOptions& checked);

/// The player with absolute paths to its files, so that it is the same from any folder.
PlayerArg from_any_folder(PlayerArg player);

}  // namespace arena::cli
