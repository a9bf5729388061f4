// The limits of `arena listen` for its clients, as typed: parallel games, connections, forfeits.
#pragma once

#include <CLI/CLI.hpp>

#include "arena/cli/listen/lobby.hpp"
#include "arena/cli/match_options.hpp"
#include "arena/core/conversation.hpp"

namespace arena::cli {

struct ListenOptions {
  MatchOptions match;
  std::string host = "127.0.0.1";
  int port = 0;
  int games = 0;  // 0: without end
  int jobs = 0;   // parallel games; 0: depends on the players
  LobbyLimits limits;
  // Only for clients that choose their seats:
  std::string wait = "60";  // for a client that lost its connection
  bool shows_times = true;
  int line_delay = 0;  // milliseconds between two lines to a client
  Compatibility compatibility;
};

/// Adds the options for the limits to the command.
void add_bounds(CLI::App& command, ListenOptions& options);

/// Adds the options for sessions whose clients choose their seats.
void add_session_options(CLI::App& command, ListenOptions& options);

/// The number of parallel games, each with `processes` bot processes.
[[nodiscard]] int jobs_for(const ListenOptions& options, int processes);

/// The limits from the options, reduced so that arena's open files suffice: for `processes` and for
/// the logs of `seats`, per game. Throws Error if there is no room for a single game.
[[nodiscard]] LobbyLimits limits_for(const ListenOptions& options, int jobs, int processes,
                                     int seats);

}  // namespace arena::cli
