#include "arena/worker/live.hpp"

#include <cstddef>
#include <utility>

namespace arena {

LiveMatch live_match(const SeriesSettings& settings, const std::vector<Entrant>& entrants,
                     ScheduledMatch match) {
  LiveMatch live{std::move(match), settings.options, {}};
  for (const int player : live.match.player_at)
    live.names.push_back(entrants[static_cast<std::size_t>(player)].name);
  return live;
}

}  // namespace arena
