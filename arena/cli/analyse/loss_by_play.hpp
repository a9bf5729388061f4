// What a player loses to a game's best built-in bot, found by playing a series of matches: for
// players whose strategy cannot be asked for.
#pragma once

#include "arena/cli/match_options.hpp"
#include "arena/game/any_analysis.hpp"
#include "arena/series/plan.hpp"
#include "arena/series/statistics.hpp"

namespace arena::cli {

struct LossByPlay {
  Mean loss;         // a match
  int forfeits = 0;  // matches that were not played out, and are left out
  bool interrupted = false;
};

/// Plays the plan, in which the player is entrant 0. Reports and progress go to stderr.
LossByPlay play_for_loss(const SeriesPlan& plan, const AnyAnalysis& analysis,
                         const MatchOptions& options);

}  // namespace arena::cli
