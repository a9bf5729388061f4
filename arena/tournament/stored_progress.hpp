// What a format needs to know, read from the store and then kept up to date match by match.
#pragma once

#include <vector>

#include "arena/store/store.hpp"
#include "arena/tournament/deal_totals.hpp"
#include "arena/tournament/format.hpp"

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

}  // namespace arena
