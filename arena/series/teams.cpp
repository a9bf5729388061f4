#include "arena/series/teams.hpp"

#include <algorithm>
#include <cstddef>

namespace arena {

bool play_whole_sides(const std::vector<Entrant>& players, Sides sides) {
  return sides.has_partners() && static_cast<int>(players.size()) <= sides.count() &&
         std::ranges::none_of(players, &Entrant::is_person);
}

std::vector<Entrant> at_all_seats(const std::vector<Entrant>& players, Sides sides) {
  std::vector<Entrant> seated;
  seated.reserve(static_cast<std::size_t>(sides.seats()));
  for (int member = 0; member < sides.size(); ++member)
    seated.insert(seated.end(), players.begin(), players.end());
  return seated;
}

std::vector<std::string> team_names(const std::vector<Entrant>& players, Sides sides) {
  std::vector<std::string> names;
  for (std::size_t player = 0; player < players.size(); ++player) {
    const auto team = static_cast<std::size_t>(sides.of(static_cast<int>(player)));
    const std::string& name = players[player].name;
    if (player == team) {
      names.push_back(name);
    } else if (name != players[team].name) {
      names[team] += " + " + name;
    }
  }
  return names;
}

std::vector<int> teams_at(const std::vector<int>& player_at, Sides sides) {
  std::vector<int> teams;
  for (int side = 0; side < sides.count(); ++side)
    teams.push_back(sides.of(player_at[static_cast<std::size_t>(side)]));
  return teams;
}

}  // namespace arena
