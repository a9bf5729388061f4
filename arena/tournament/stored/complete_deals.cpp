#include "arena/tournament/stored/complete_deals.hpp"

#include <vector>

#include "arena/tournament/stored/stored_format.hpp"

namespace arena {

CompleteDeals::CompleteDeals(const StoredTournament& tournament, const GameInfo& info)
    : tables_(tables_of(tournament, info)),
      same_deals_(has_same_deals(tournament)),
      are_given_(tournament.settings.contains(given_deals_key)) {}

int CompleteDeals::matches(const Store& store) {
  const auto newest = store.find({.count = 1});
  const int stored = newest.empty() ? 0 : newest.front().number + 1;
  const int complete = are_given_    ? 0
                       : same_deals_ ? matches_of_batches(store, stored)
                                     : stored / tables_ * tables_;
  // A tournament that ends early may leave a deal that not all tables have played.
  if (complete < stored && !is_over_) is_over_ = store.is_seed_revealed();
  return is_over_ ? stored : complete;
}

/// Reads the pairings once a batch: they may be many.
int CompleteDeals::matches_of_batches(const Store& store, int stored) {
  if (stored == complete_ || stored < batch_end_) return complete_;
  const std::vector<StoredPairing> pairings = store.pairings();
  int end = 0;
  for (std::size_t i = 0; i < pairings.size(); ++i) {
    end += pairings[i].deals * tables_;
    if (i + 1 < pairings.size() && pairings[i + 1].batch == pairings[i].batch) continue;
    batch_end_ = end;
    if (end > stored) break;
    complete_ = end;
  }
  return complete_;
}

}  // namespace arena
