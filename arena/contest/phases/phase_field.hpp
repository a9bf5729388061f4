// Who takes part in a phase: the authors' active versions, bots of the house, and copies of the
// best of an earlier phase. Keeps the store of a running phase equal to what is active now.
#pragma once

#include <stop_token>
#include <string>
#include <variant>

#include "arena/contest/bots/bot_folders.hpp"
#include "arena/contest/bots/bots.hpp"
#include "arena/contest/contest.hpp"
#include "arena/store/store.hpp"

namespace arena::contest {

/// One phase of a contest, and what it is played with. What it refers to outlives it.
struct Phase {
  const Contest& contest;
  const PhaseSpec& spec;
  const StateFolder& folder;
  Bots& bots;
  BotFolders& bot_folders;

  [[nodiscard]] PhaseKey key() const { return {contest.spec.id, spec.name}; }
  [[nodiscard]] std::string store() const { return folder.store(key()); }
};

/// The version that plays for an entrant; 0 for a bot of the house.
VersionId version_of(Bots& bots, const StoredEntrant& entrant);
/// Whether it is a copy under a neutral name.
bool is_copy(const StoredEntrant& entrant);

/// What is wrong in the phase's file of deals, and is left out (give_deals). A phase that has begun
/// has its deals. Throws Error if it cannot begin with such a file.
std::string deal_problems(const Phase& phase);

/// The store of a new phase, or what it waits for: a part of a sentence.
using NewPhase = std::variant<Store, std::string>;
/// Makes the phase's store, and commits to its seed, if there are enough bots now. Throws Error if
/// the store cannot be made, or a bot of a phase in which none joins later cannot play, and Stopped
/// soon after a request to stop.
NewPhase create_phase(const Phase& phase, const std::stop_token& stop);

/// How many bots a phase waits for that has a store; empty if it has enough.
std::string missing_bots(const Phase& phase, const Store& store);

/// Lets disqualified versions leave the phase's store, while it may be played, then new ones join;
/// each by itself. Returns what failed, in one line; it may be tried again.
/// REQUIRES: the store is there.
std::string update_phase(const Phase& phase);
/// Only lets them leave: whoever came at the end of a phase would have no game in it.
std::string withdraw_from(const Phase& phase);

/// What plays for an entrant. Its files are made again if they are missing. If they
/// are gone, or it is no longer what the phase began with, one that has left forfeits. Throws Error
/// if it cannot play.
Entrant phase_entrant(const Phase& phase, const StoredEntrant& stored);

}  // namespace arena::contest
