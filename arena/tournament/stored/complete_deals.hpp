// Which matches tell no hidden card of a deal that is still to be played.
#pragma once

#include "arena/game/any_game.hpp"
#include "arena/store/store.hpp"

namespace arena {

/// Of one store, which it is asked about again and again.
class CompleteDeals {
 public:
  CompleteDeals(const StoredTournament& tournament, const GameInfo& info);

  /// So many matches of the store, from the first one, are of deals that no one plays any more, as
  /// it is now. A deal is played at its tables, with `same_deals` by other pairings of the batch,
  /// and if it was given by each pairing, until the tournament is over.
  [[nodiscard]] int matches(const Store& store);

 private:
  [[nodiscard]] int matches_of_batches(const Store& store, int stored);

  int tables_;       // of a deal in one pairing
  bool same_deals_;  // pairings of a batch play them
  bool are_given_;   // all pairings play them
  bool is_over_ = false;
  // With same_deals, how far the store has been read:
  int complete_ = 0;   // matches of whole batches
  int batch_end_ = 0;  // ... and with those of the next batch
};

}  // namespace arena
