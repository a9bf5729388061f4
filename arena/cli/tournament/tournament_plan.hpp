// What `arena tournament` is asked for: from the words of the command line, a folder of bots or a
// tournament's file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/cli/shell.hpp"
#include "arena/config/match_settings.hpp"
#include "arena/config/player_spec.hpp"
#include "arena/store/stored.hpp"
#include "arena/tournament/described/tournament_setup.hpp"

namespace arena::cli {

/// The options as typed.
struct TournamentOptions {
  MatchSettings match;  // `match.game` may be a file, which ends in .toml
  bool quiet = false;
  std::string folder;
  // 0 and empty: the default.
  std::string format;
  bool same_deals = false;
  std::string deals;   // how many, or a file
  int rounds = 0;      // Swiss
  int max_blocks = 0;  // knockouts, as the next two
  std::string seeding;
  std::string ratings_from;  // a store
  std::string stop_when;     // league
  int challengers = 0;       // gauntlet: so many of the first players
  std::string store;
  std::string report;  // a folder
  int jobs = 0;
  bool as_json = false;
  std::optional<std::string> seed_from;
  bool commit = false;
  bool example = false;
};

void add_tournament_options(CLI::App& command, TournamentOptions& options);

/// Prints on stderr what a folder has that is no bot. Throws Error for what cannot be read.
PlannedTournament plan_tournament(const TournamentOptions& options, const Shell& shell);

/// What the text of a tournament that was stored at `path` asks for, without the bots of a folder.
PlannedTournament stored_plan(const StoredTournament& tournament, const std::string& path);

// The bots of a folder, as a teacher collects them: one a file or a subfolder, named after it.

struct EntrantFolder {
  std::vector<PlayerSpec> players;    // in the order of their names
  std::vector<std::string> left_out;  // what is no bot, and why: one sentence each
};

/// A subfolder counts if it has an executable file `bot`, as the starters of `arena new` do; it
/// plays by the JSON protocol, as these do. Files play by the game's default protocol. A file
/// counts if it is executable, or a script (.py, .js, .rb); a .py file with a function move is a
/// module. Hidden files do not count. A file's name loses its ending, unless two bots would then
/// have the same name. Throws Error if the folder cannot be read.
EntrantFolder read_entrant_folder(const std::string& path);

}  // namespace arena::cli
