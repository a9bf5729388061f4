// What `arena tournament` is asked for: from the words of the command line, a folder of bots or a
// tournament's file.
#pragma once

#include <string>

#include "arena/cli/shell.hpp"
#include "arena/setup/tournament_setup.hpp"

namespace arena::cli {

/// The options as typed.
struct TournamentOptions {
  MatchOptions match;  // `match.game` may be a file, which ends in .toml
  std::string folder;
  std::string format = "round_robin";
  int deals = 100;
  int rounds = 0;
  int max_blocks = 5;
  std::string store;
  int jobs = 0;
  bool as_json = false;
  bool example = false;
};

/// Prints on stderr what a folder has that is no bot. Throws Error for what cannot be read.
PlannedTournament plan_tournament(const TournamentOptions& options, const Shell& shell);

}  // namespace arena::cli
