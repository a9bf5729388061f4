// `arena connect --seat`: a bot of any kind at a server where clients choose their seats
// (core/refinements/conversation.hpp). connect.cpp only copies bytes instead, for bots that talk
// with the server themselves.
#pragma once

#include <string>
#include <vector>

#include "arena/cli/match_command.hpp"
#include "arena/cli/shell.hpp"

namespace arena::cli {

struct VisitOptions {
  MatchOptions match;
  std::string host;
  int port = 0;
  std::string seat;
  std::string team = "arena";
  int line_delay = 10;  // milliseconds between two lines to the server
};

/// Adds --seat and what belongs to it.
void add_visit_options(CLI::App& command, VisitOptions& options);
/// Whether the user gave --seat. Throws Error if only other options of it are given.
bool asks_for_seat(const CLI::App& command, const VisitOptions& options);

/// Plays one session. `words`: the player's command, if it is not in `players`.
int play_session(VisitOptions options, const std::vector<PlayerSpec>& players,
                 const std::vector<std::string>& words, Shell& shell);

}  // namespace arena::cli
