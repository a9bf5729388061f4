#include "arena/tournament/stored_outcomes.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "arena/tournament/stored_match.hpp"

namespace arena {

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
