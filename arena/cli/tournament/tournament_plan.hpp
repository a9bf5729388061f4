// What `arena tournament` is asked for: from the words of the command line, a folder of bots or a
// tournament's file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/cli/match_options.hpp"
#include "arena/cli/player_args.hpp"
#include "arena/cli/shell.hpp"
#include "arena/store/stored.hpp"
#include "arena/tournament/format.hpp"

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
  std::string report;  // a folder
  int jobs = 0;
  bool as_json = false;
  std::optional<std::string> seed_from;
  bool commit = false;
  bool example = false;
};

void add_tournament_options(CLI::App& command, TournamentOptions& options);

struct PlannedEntrant {
  PlayerArg player;
  bool challenger = false;
  double seed_rating = 0;
};

struct PlannedTournament {
  std::string text;  // describes the tournament: the file, or the command
  std::string store;
  MatchOptions match;
  FormatSettings format;  // without players and lot
  std::vector<PlannedEntrant> entrants;
  int jobs = 0;  // 0: by the number of cores
};

/// Prints on stderr what a folder has that is no bot. Throws Error for what cannot be read.
PlannedTournament plan_tournament(const TournamentOptions& options, const Shell& shell);

/// The game's options and the limits of a tournament that was stored at `path`.
MatchOptions stored_match_options(const StoredTournament& tournament, const std::string& path);

}  // namespace arena::cli
