// How far one number for each entrant explains the results, and who is best where it does not.
#pragma once

#include <vector>

#include "arena/rating/nash_average.hpp"
#include "arena/rating/transitivity.hpp"
#include "arena/tournament/standings.hpp"

namespace arena {

/// Entrants are named by their place in the list of the standings, from 0.
struct FieldShape {
  Transitivity transitivity;
  std::vector<Cycle> cycles;  // whose weakest link is at least 2 standard errors, the surest first
  NashAverage nash;

  /// Ratings alone would mislead: there is a cycle that chance hardly explains.
  [[nodiscard]] bool has_cycles() const { return !cycles.empty(); }
};

/// Takes seconds for 1,000 entrants.
FieldShape shape_of(const Standings& standings);

}  // namespace arena
