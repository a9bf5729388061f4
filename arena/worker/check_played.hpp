// What a worker says of a match, against what it was asked to play. A worker runs bots, so it may
// be damaged, or lie.
#pragma once

#include "arena/series/schedule.hpp"
#include "arena/series/table.hpp"
#include "arena/worker/plan.hpp"

namespace arena {

/// Throws Error unless this can be the result of `match`, which is one of the plan: it has the
/// plan's players and deal, and by the rules its moves make its result. So a worker can invent only
/// what bots answer and when, and what they write to stderr.
void check_played(const PlayedMatch& played, const WorkerPlan& plan, const ScheduledMatch& match);

}  // namespace arena
