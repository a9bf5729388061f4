#include "arena/tournament/stored/stored_progress.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "arena/config/root_seed.hpp"
#include "arena/tournament/stored/stored_format.hpp"
#include "arena/tournament/stored/stored_match.hpp"
#include "arena/util/error.hpp"

namespace arena {

StoredProgress::StoredProgress(const Store& store, const AnyGame& game, int tables)
    : tables_(tables), deal_(game, store.tournament().options, store.tournament().seats, tables) {
  const Sides sides = game.info.sides_of(store.tournament().seats);
  set_entrants(store.entrants());
  std::vector<Pairing> known;
  int first_deal = 0;
  for (const StoredPairing& stored : store.pairings()) {
    if (stored.entrants.size() != static_cast<std::size_t>(sides.count()))
      throw Error(
          fmt::format("the store is damaged: the entrants of pairing {}", stored.number + 1));
    Pairing pairing{stored.number, stored.batch, {}, first_deal, stored.deals, stored.label};
    for (const int id : stored.entrants)
      pairing.entrants.push_back(
          static_cast<int>(std::ranges::lower_bound(ids_, id) - ids_.begin()));
    first_deal += stored.deals;
    known.push_back(std::move(pairing));
  }
  add(known);
  store.for_each_match(0, [this](const StoredMatch& match) { add(match); });
}

void StoredProgress::set_entrants(const std::vector<StoredEntrant>& entrants) {
  ids_.clear();
  entrants_.clear();
  for (const StoredEntrant& stored : entrants) {
    ids_.push_back(stored.id);
    entrants_.push_back({stored.challenger, stored.stays, stored.seed_rating});
  }
}

void StoredProgress::add(const std::vector<Pairing>& pairings) {
  for (const Pairing& pairing : pairings) {
    const std::size_t players = pairing.entrants.size();
    played_.push_back({pairing, std::nullopt});
    so_far_.push_back({std::vector<double>(players), std::vector<double>(players), 0, 0});
  }
}

std::vector<DealSums> StoredProgress::add(const StoredMatch& match) {
  deal_.add(match);
  if (match.table + 1 < tables_) return {};
  const std::vector<DealSums> sums = deal_.sums();
  deal_.clear();
  PlayedPairing& played = played_[static_cast<std::size_t>(match.pairing)];
  PairingResult& result = so_far_[static_cast<std::size_t>(match.pairing)];
  if (!sums.empty()) add_deal(played.pairing, sums, result);
  if (match.deal + 1 == played.pairing.deals) played.result = result;
  return sums;
}

void StoredProgress::add_deal(const Pairing& pairing, const std::vector<DealSums>& sums,
                              PairingResult& result) {
  for (std::size_t i = 0; i < pairing.entrants.size(); ++i) {
    const int id = ids_[static_cast<std::size_t>(pairing.entrants[i])];
    const auto own = std::ranges::find_if(
        sums, [id](const DealSums& deal) { return deal.entrant == id && !deal.opponent; });
    if (own == sums.end())
      throw Error(fmt::format("the store is damaged: {} has results of others", pairing.label));
    const double share = own->sums.points / own->sums.matches;
    result.shares[i] += share;
    if (i == 0) result.share_squares += share * share;
    result.margins[i] += own->sums.margin / own->sums.matches;
  }
  ++result.deals;
}

StoredPairing StoredProgress::to_stored(const Pairing& pairing) const {
  StoredPairing stored{pairing.number, pairing.batch, pairing.label, {}, pairing.deals};
  for (const int entrant : pairing.entrants)
    stored.entrants.push_back(ids_[static_cast<std::size_t>(entrant)]);
  return stored;
}

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

Outcomes stored_outcomes(const Store& store, int matches, std::span<const int> ids) {
  std::map<int, int> index;
  for (const int id : ids) index.emplace(id, static_cast<int>(index.size()));
  Outcomes outcomes(static_cast<int>(index.size()));
  const std::set<int> left_out = left_out_deals(store);
  std::vector<int> players;
  std::vector<int> places;
  store.for_each_placing(matches, [&](int match, int table, const std::vector<int>& seated,
                                      const std::vector<int>& in_places) {
    if (left_out.contains(match - table)) return;
    players.clear();
    places.clear();
    for (std::size_t seat = 0; seat < seated.size(); ++seat) {
      const auto entrant = index.find(seated[seat]);
      if (entrant == index.end() || std::ranges::find(players, entrant->second) != players.end())
        continue;
      players.push_back(entrant->second);
      places.push_back(in_places[seat]);
    }
    if (players.size() > 1)
      outcomes.add(static_cast<std::uint32_t>(match - table), players, places);
  });
  return outcomes;
}

}  // namespace arena
