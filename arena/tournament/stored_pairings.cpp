#include "arena/tournament/stored_pairings.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "arena/config/root_seed.hpp"
#include "arena/tournament/stored_format.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace {

Pairing to_pairing(const StoredPairing& stored, const std::vector<StoredEntrant>& entrants) {
  Pairing pairing{stored.number, stored.batch, {}, 0, stored.deals, stored.label};
  for (const int id : stored.entrants) {
    const auto found = std::ranges::find(entrants, id, &StoredEntrant::id);
    if (found != entrants.end())
      pairing.entrants.push_back(static_cast<int>(found - entrants.begin()));
  }
  return pairing;
}

PairingMatches no_pairings(const Store& store, const GameInfo& info) {
  const StoredTournament tournament = store.tournament();
  const RootSeed seed = mixed_seed(store.root_seed(), tournament.seed_from);
  return {info.sides_of(tournament.seats), tables_of(tournament, info) > 1, SeedKey(seed),
          has_same_deals(tournament)};
}

}  // namespace

PairingMatches stored_pairings(const Store& store, const GameInfo& info) {
  PairingMatches matches = no_pairings(store, info);
  const bool is_run = store.tournament().is_run();
  const std::vector<StoredEntrant> entrants = store.entrants();
  std::map<int, std::string> seeds;
  for (const StoredRun& run : store.runs()) seeds.emplace(run.pairing, run.seed);
  int deals = 0;
  for (const StoredPairing& stored : store.pairings()) {
    Pairing pairing = to_pairing(stored, entrants);
    pairing.first_deal = deals;
    deals += pairing.deals;
    const auto seed = seeds.find(stored.number);
    if (static_cast<int>(pairing.entrants.size()) != matches.sides().count() || pairing.deals < 1 ||
        is_run != (seed != seeds.end()))
      throw Error(fmt::format("pairing {} cannot be played", stored.number + 1));
    if (is_run)
      matches.add_run(pairing, SeedKey(read_root_seed(seed->second).value_or(RootSeed())));
    else
      matches.add(pairing);
  }
  return matches;
}

}  // namespace arena
