// A player of the command line as a store keeps it.
#pragma once

#include <boost/json.hpp>

#include "arena/setup/player_args.hpp"

namespace arena {

boost::json::object player_json(const PlayerArg& player);
/// Throws Error if it is none.
PlayerArg read_player(const boost::json::object& stored);

}  // namespace arena
