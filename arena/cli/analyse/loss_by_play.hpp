// Measures by a series of matches what a player loses to a game's best built-in bot, for players
// that cannot report their strategy.
#pragma once

#include "arena/cli/match_options.hpp"
#include "arena/game/any_analysis.hpp"
#include "arena/series/run.hpp"
#include "arena/series/statistics.hpp"

namespace arena::cli {

struct LossByPlay {
  Mean loss;         // per match
  int forfeits = 0;  // matches that ended by a forfeit, which do not count
  bool interrupted = false;
};

/// Plays the plan, in which the player is entrant 0. Prints reports and progress on stderr.
LossByPlay play_for_loss(const SeriesPlan& plan, const AnyAnalysis& analysis,
                         const MatchOptions& options);

}  // namespace arena::cli
