// A series: who plays with which settings, and which matches of a schedule.
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
  std::vector<Entrant> entrants;  // one for each seat
  Schedule schedule{2, 1, false, SeedKey()};
  MatchNumbers matches;  // the numbers to play
  /// Results of other matches of the schedule, by number. They count too.
  std::map<int, MatchResult> earlier{};
  int jobs = 1;
  bool void_overloaded = false;  // plays such matches again, and the others of their deal
  bool fail_fast = false;        // stops after the first match with a forfeit

  [[nodiscard]] Seat seats() const { return static_cast<Seat>(entrants.size()); }
};

}  // namespace arena
