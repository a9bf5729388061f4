#include "arena/tournament/stored_outcomes.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace arena {

Outcomes stored_outcomes(const Store& store, int matches, std::optional<int> entrants) {
  std::map<int, int> index;
  for (const StoredEntrant& entrant : store.entrants())
    index.emplace(entrant.id, static_cast<int>(index.size()));
  Outcomes outcomes(entrants.value_or(static_cast<int>(index.size())));
  std::vector<int> players;
  std::vector<int> places;
  store.for_each_match(0, [&](const StoredMatch& match) {
    if (match.number >= matches) return;
    players.clear();
    places.clear();
    for (const StoredSeat& seat : match.seats) {
      const int entrant = index.at(seat.entrant);
      if (std::ranges::find(players, entrant) != players.end()) continue;
      players.push_back(entrant);
      places.push_back(seat.place);
    }
    outcomes.add(static_cast<std::uint32_t>(match.number - match.table), players, places);
  });
  return outcomes;
}

}  // namespace arena
