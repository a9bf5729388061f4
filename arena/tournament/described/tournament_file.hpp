// A tournament's file: TOML, as docs/tournaments.md describes it. Not for: names of games, starting
// anything.
#pragma once

#include <string>
#include <string_view>

#include "arena/tournament/described/tournament_spec.hpp"

namespace arena {

struct TournamentFile {
  TournamentSpec spec;
  int jobs = 0;  // 0: by the number of cores
};

/// Words that name something in the folder of `path` stand for that. Throws Error with file, line
/// and column.
TournamentFile read_tournament(std::string_view text, const std::string& path);

/// A file with all that there is, and comments.
std::string_view example_tournament_file();

}  // namespace arena
