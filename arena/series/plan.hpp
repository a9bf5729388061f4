// What a series is: who plays how, and which matches of a schedule.
#pragma once

#include <map>
#include <vector>

#include "arena/series/entrant.hpp"
#include "arena/series/match_numbers.hpp"
#include "arena/series/root_seed.hpp"
#include "arena/series/schedule.hpp"
#include "arena/series/series_settings.hpp"
#include "arena/series/statistics.hpp"

namespace arena {

struct SeriesPlan {
  SeriesSettings settings;
  std::vector<Entrant> entrants;  // as many as there are seats
  Schedule schedule{2, 1, false, SeedKey()};
  MatchNumbers matches;  // which of the schedule's
  /// Results of other matches of the schedule, by number: they count in their places.
  std::map<int, MatchResult> earlier{};
  int jobs = 1;
  bool void_overloaded = false;  // such matches, and those of their deal, are played again
  bool fail_fast = false;        // ends with the first match in which a bot forfeits

  [[nodiscard]] Seat seats() const { return static_cast<Seat>(entrants.size()); }
};

}  // namespace arena
