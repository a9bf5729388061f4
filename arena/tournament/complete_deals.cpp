#include "arena/tournament/complete_deals.hpp"

#include <vector>

#include "arena/tournament/stored_format.hpp"

namespace arena {

namespace {

/// How many matches the batches have of which all matches are among the first `stored`.
int matches_of_batches(const std::vector<StoredPairing>& pairings, int tables, int stored) {
  int complete = 0;
  int end = 0;
  for (std::size_t i = 0; i < pairings.size(); ++i) {
    end += pairings[i].deals * tables;
    if (end > stored) break;
    const bool is_last = i + 1 == pairings.size() || pairings[i + 1].batch != pairings[i].batch;
    if (is_last) complete = end;
  }
  return complete;
}

}  // namespace

CompleteDeals::CompleteDeals(const StoredTournament& tournament, const GameInfo& info)
    : tables_(tables_of(tournament, info)),
      same_deals_(has_same_deals(tournament)),
      are_given_(given_deals(tournament) != nullptr) {}

int CompleteDeals::matches(const Store& store) const {
  const auto newest = store.find({.count = 1});
  const int stored = newest.empty() ? 0 : newest.front().number + 1;
  const int complete = are_given_    ? 0
                       : same_deals_ ? matches_of_batches(store.pairings(), tables_, stored)
                                     : stored / tables_ * tables_;
  // A tournament that ends early may leave a deal that not all tables have played.
  return complete < stored && store.tournament().seed ? stored : complete;
}

}  // namespace arena
