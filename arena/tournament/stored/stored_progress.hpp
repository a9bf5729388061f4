// What a format needs to know, read from the store and then kept up to date match by match.
#pragma once

#include <span>
#include <vector>

#include "arena/core/game.hpp"
#include "arena/rating/ratings.hpp"
#include "arena/store/store.hpp"
#include "arena/tournament/formats/format.hpp"
#include "arena/tournament/pairing_matches.hpp"
#include "arena/tournament/stored/deal_totals.hpp"

namespace arena {

class StoredProgress {
 public:
  /// `tables`: how many matches a deal has.
  StoredProgress(const Store& store, const AnyGame& game, int tables);

  /// Entrants may have come or left.
  void set_entrants(const std::vector<StoredEntrant>& entrants);
  /// REQUIRES: their numbers follow those that are known.
  void add(const std::vector<Pairing>& pairings);
  /// Returns the sums of the deal if the match completes it; otherwise nothing.
  std::vector<DealSums> add(const StoredMatch& match);

  /// All pairings, with their results where they are played.
  [[nodiscard]] TournamentProgress view() const { return {entrants_, played_}; }
  /// The pairing with the ids of the store.
  [[nodiscard]] StoredPairing to_stored(const Pairing& pairing) const;

 private:
  void add_deal(const Pairing& pairing, const std::vector<DealSums>& sums, PairingResult& result);

  int tables_;
  std::vector<int> ids_;  // by the format's index of the entrant
  std::vector<FormatEntrant> entrants_;
  std::vector<PlayedPairing> played_;
  std::vector<PairingResult> so_far_;  // of the pairings
  DealTotals deal_;                    // that is being played
};

/// The matches that a store's pairings have: which deal, which seats, which seeds of built-in bots.
/// An entrant counts by its place among `Store::entrants`. Throws Error if a pairing cannot be
/// played.
PairingMatches stored_pairings(const Store& store, const GameInfo& info);

/// The matches of a store as ratings take them: of the first `matches` matches, between the
/// entrants with these ids, which are counted in this order. Others are left out of their matches.
/// Partners are one entrant.
Outcomes stored_outcomes(const Store& store, int matches, std::span<const int> ids);

}  // namespace arena
