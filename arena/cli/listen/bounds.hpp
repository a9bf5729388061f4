// What `arena listen` holds its clients to, as typed: games at a time, connections, forfeits.
#pragma once

#include <CLI/CLI.hpp>

#include "arena/cli/listen/lobby.hpp"
#include "arena/cli/match_options.hpp"

namespace arena::cli {

struct ListenOptions {
  MatchOptions match;
  std::string host = "127.0.0.1";
  int port = 0;
  int games = 0;  // 0: for ever
  int jobs = 0;   // games at a time; 0: by the players
  LobbyLimits limits;
};

/// Adds the options of the bounds to the command.
void add_bounds(CLI::App& command, ListenOptions& options);

/// How many games are played at a time, of `processes` bot processes each.
[[nodiscard]] int jobs_for(const ListenOptions& options, int processes);

/// The bounds that the options give, as far as arena may open so many files: for `processes` a
/// game, and for logs of `seats` a game. Throws Error if there is no room for a single game.
[[nodiscard]] LobbyLimits limits_for(const ListenOptions& options, int jobs, int processes,
                                     int seats);

}  // namespace arena::cli
