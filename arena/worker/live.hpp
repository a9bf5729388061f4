// What a worker reports of a match while it is played.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "arena/record/record.hpp"
#include "arena/series/entrant.hpp"
#include "arena/series/schedule.hpp"
#include "arena/series/series_settings.hpp"

namespace arena {

/// A match that begins: all that a game needs to begin it again elsewhere.
struct LiveMatch {
  ScheduledMatch match;
  boost::json::object options;
  std::vector<std::string> names;  // by seat
};

LiveMatch live_match(const SeriesSettings& settings, const std::vector<Entrant>& entrants,
                     ScheduledMatch match);

/// A worker that ends too early begins its match again: then everything before `begun` is void.
struct LiveHooks {
  std::function<void(const LiveMatch& match)> begun = [](const LiveMatch&) {};
  /// An accepted or refused answer, as the record will have it. Of simultaneous answers, the first
  /// comes when all have been given.
  std::function<void(int match, const RecordedMove& move)> moved = [](int, const RecordedMove&) {};
  std::function<void(int match, const RecordedForfeit& forfeit)> forfeited =
      [](int, const RecordedForfeit&) {};
};

}  // namespace arena
