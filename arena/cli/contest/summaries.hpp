// The commands of `arena-contests` alone: tournaments and contests, as the help of both programs
// lists them.
#pragma once

#include <array>

#include "arena/cli/program.hpp"

namespace arena::cli {

inline constexpr Summary tournament_summary{"tournament", "Play a tournament between bots"};
inline constexpr Summary entrants_summary{"entrants",
                                          "Who takes part in a tournament; add, withdraw, replace"};
inline constexpr Summary standings_summary{"standings", "How a tournament stands"};
inline constexpr Summary report_summary{
    "report", "Write a tournament as pages that a browser opens without a server"};
inline constexpr Summary export_summary{"export",
                                        "A tournament's tables, records, or a copy of its store"};
inline constexpr Summary verify_summary{"verify",
                                        "Check a tournament: deals, records, results, sums"};
inline constexpr Summary serve_summary{
    "serve", "A server of contests: hand in bots, standings, replays, and play in the browser"};
inline constexpr Summary submit_summary{"submit", "Hand a bot in to a contest on a server"};
inline constexpr Summary admin_summary{"admin", "Administrate a contest's server while it runs"};
inline constexpr Summary completion_summary{
    "completion", "Print a script that completes arena's words in your shell"};
// Only programs start these.
inline constexpr Summary worker_summary{
    "worker", "For programs: play the games that come as JSON on the standard input", true};
inline constexpr Summary checker_summary{
    "checker", "For arena serve: build and check an upload that standard input names", true};

inline constexpr std::array contest_commands = {
    tournament_summary, entrants_summary, standings_summary, report_summary,
    export_summary,     verify_summary,   worker_summary,    checker_summary,
    serve_summary,      submit_summary,   admin_summary,     completion_summary};

}  // namespace arena::cli
