// A tournament's file: TOML, as docs/tournaments.md describes it. Reading it checks keys, types and
// what all games have in common, and gives the rest as words of the command line, which the same
// functions check as those of `arena run`. Not for: names of games, starting anything.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/tournament/file_words.hpp"
#include "arena/tournament/format.hpp"

namespace arena {

struct FileEntrant {
  std::string name;
  FileWords player;  // "-p", "name=ann", "--", "python3", "ann.py", "--"; of a team: all bots
  bool is_team = false;
  bool called = false;  // by the program that wrote the file; `player` is as of a built-in bot
  bool challenger = false;
  double seed_rating = 0;
};

struct TournamentFile {
  FileWords game;         // one word
  FormatSettings format;  // without `players` and `lot`
  FormatFiles files;
  int seats = 0;  // 0: as many as the game needs
  int jobs = 0;   // 0: by the number of cores
  /// Seed, options of the game, limits: "--seed", "7"; "--option", "deck=readme"; "--sandbox".
  std::vector<FileWords> options;
  std::vector<FileEntrant> entrants;
};

/// Words that name something in the folder of `path` stand for that. Throws Error with file, line
/// and column.
TournamentFile read_tournament(std::string_view text, const std::string& path);

/// A file with all that there is, and comments.
std::string_view example_tournament_file();

}  // namespace arena
