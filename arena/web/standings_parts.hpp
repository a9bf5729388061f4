// The table of standings, and the plot of ratings over time.
#pragma once

#include <vector>

#include "arena/host/host.hpp"
#include "arena/report/html.hpp"
#include "arena/web/visit.hpp"

namespace arena::web {

/// Why nothing is played, or who cannot join or leave. Empty if all is well.
Html problem_of(const host::PhaseSnapshot& snapshot);
Html standings_table(const Visit& visit, const host::PhaseKey& phase,
                     const host::PhaseSnapshot& snapshot);
/// Empty if there are less than two moments. The best eight have colours, in the order of `rows`.
Html history_plot(const Visit& visit, const std::vector<host::RatingPoint>& points,
                  const std::vector<host::StandingRow>& rows);

}  // namespace arena::web
