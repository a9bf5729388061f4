// The bots that play for an entrant of a store: one at all seats of its side, or partners, one at
// each seat.
#pragma once

#include <string>
#include <vector>

#include <boost/json.hpp>

#include "arena/config/player_spec.hpp"
#include "arena/store/stored.hpp"

namespace arena {

struct StoredBot {
  std::string name;     // in records and messages: "ann", or "pair (ann)" for a bot of a team
  PlayerSpec player{};  // how it is started
};

/// One, or one for each seat of a side. Throws Error if the store is damaged.
std::vector<StoredBot> bots_of(const StoredEntrant& entrant);

/// Whether one of its bots is a program or a module. Throws Error if the store is damaged.
bool may_have_files(const StoredEntrant& entrant);

/// The player with its words as the store at this path keeps them.
PlayerSpec kept_player(PlayerSpec player, const std::string& store);

/// `files_hash` of the files of a stored player, or of all bots of a team. Empty without files.
std::string player_files_hash(const json::object& player, const std::string& store);

}  // namespace arena
