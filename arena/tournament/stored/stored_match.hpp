// A played match, the bots of an entrant, and the versions of what played, as a store keeps them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "arena/config/player_spec.hpp"
#include "arena/core/seat.hpp"
#include "arena/series/play/table.hpp"
#include "arena/store/store.hpp"
#include "arena/store/stored.hpp"

namespace arena {

/// Pairing, deal and table are left for the caller. `ids`: of the entrants, by player. The record
/// loses the times of its moves, which go to the seats, so that the same bots give the same record.
/// REQUIRES: the record has times, scores and places.
StoredMatch to_stored(const PlayedMatch& match, const std::vector<int>& ids, Sides sides,
                      bool more_is_better);

/// By seat, as the record and each replay show them. The stored ones count, and differ after a
/// forfeit. `match` may lack its record. Throws Error if the record is damaged.
std::vector<int> shown_scores(const Store& store, const StoredMatch& match);

/// The deals of which a game is left out, by the number of their first game. No game of them
/// counts.
std::set<int> left_out_deals(const Store& store);

/// The record as it is written where times are not recorded.
Record without_times(Record record);

/// Of those that play for an entrant of a store: one at all seats of its side, or partners, one at
/// each seat.
struct StoredBot {
  std::string name;     // in records and messages: "ann", or "pair (ann)" for a bot of a team
  PlayerSpec player{};  // how it is started
};

/// One, or one for each seat of a side. Throws Error if the store is damaged.
std::vector<StoredBot> bots_of(const StoredEntrant& entrant);

/// Whether one of its bots is a program or a module. Throws Error if the store is damaged.
bool may_have_files(const StoredEntrant& entrant);

/// The player as the store at this path keeps it: with its words, and its identity. REQUIRES: it
/// can play the game.
PlayerSpec kept_player(PlayerSpec player, const AnyGame& game, const std::string& store);

/// The version of the rules (GameInfo::version), under `rules_version_key` of the settings in a
/// store. Nullopt for stores before December 2026.
[[nodiscard]] std::optional<int> rules_version(const StoredTournament& tournament);
/// Throws Error if these are other rules than those of the stored games.
void check_rules(const StoredTournament& tournament, const GameInfo& info);

/// What this arena has instead of a built-in bot: "greedy, version 1 (here greedy, version 2)".
/// Empty if it has the same, as far as the store says.
std::string change_of(const PlayerSpec& player, const AnyGame& game);
/// Likewise of an entrant's built-in bots. Throws Error if the store is damaged.
std::string change_of(const StoredEntrant& entrant, const AnyGame& game);

/// The identities of its built-in bots, by their names in records, as far as the store says.
json::object identities_of(const StoredEntrant& entrant);
/// The version of the rules, and the identities of all entrants.
json::object versions_json(const Store& store);

/// `files_hash` of the files of a stored player, or of all bots of a team. Empty without files.
std::string player_files_hash(const json::object& player, const std::string& store);

}  // namespace arena
