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
  store.for_each_placing(matches, [&](int match, int table, const std::vector<int>& seated,
                                      const std::vector<int>& in_places) {
    players.clear();
    places.clear();
    for (std::size_t seat = 0; seat < seated.size(); ++seat) {
      const int entrant = index.at(seated[seat]);
      if (std::ranges::find(players, entrant) != players.end()) continue;
      players.push_back(entrant);
      places.push_back(in_places[seat]);
    }
    outcomes.add(static_cast<std::uint32_t>(match - table), players, places);
  });
  return outcomes;
}

}  // namespace arena
