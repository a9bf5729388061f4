// `arena run`: plays games between the players and prints the standing.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/run/series_run.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

/// "1; bridge: 16, streams: 1000".
std::string default_games(const Games& games) {
  std::vector<std::string> others;
  for (const auto& game : games) {
    const GameInfo& info = game->info;
    if (info.default_matches != 1)
      others.push_back(fmt::format("{}: {}", info.name, info.default_matches));
  }
  return "1; " + joined(others, ", ");
}

}  // namespace

void add_run(CLI::App& command, Shell& shell) {
  shell.playing.insert(&command);
  const auto options = std::make_shared<SeriesOptions>();
  add_match_options(command, options->match);
  command
      .add_option(
          "-n,--games", options->games,
          "Games to play; with --duplicate: deals (default: " + default_games(shell.games) + ")")
      ->check(CLI::Range(1, 100'000'000));
  command.add_option("--seats", options->match.seats,
                     "Seats at the table (default: as many as there are players)");
  command.add_flag("--duplicate", options->duplicate,
                   "Play each deal once per seating, with the same cards");
  add_deals_option(command, options->match);
  command.add_flag("--by-deal", options->by_deal,
                   "Where two tables of a deal are compared: also print a line for each deal "
                   "(default: up to 32 deals)");
  command.add_flag("--baseline", options->baseline,
                   "Also print means that are adjusted for the luck of the deals, which takes "
                   "time to compute");
  command.add_flag("--void-overloaded", options->void_overloaded,
                   "Play games again in which the host kept bots waiting for a processor; with "
                   "--duplicate all games of the deal");
  add_series_options(command, options->jobs, options->rank_by);
  command.add_flag("--strict", options->strict,
                   "Exit status 1 if a bot forfeits, or ends with an error after its last answer");
  command.add_flag("--fail-fast", options->fail_fast,
                   "End with the first game that a bot forfeits, with exit status 1");
  command.add_flag(
      "--in-process", options->in_process,
      "Run Python modules (-m) inside arena: faster, but without protection or limits");
  command.add_flag("--scores", options->scores,
                   "For one player: its score of each game on a line, then the mean");
  command
      .add_option("--store", options->store,
                  "Add the games to this file, for standings, export, report and verify")
      ->check(not_empty);
  command.add_flag("--open", options->open, "Then show the games in your browser, as replays");
  command.add_flag("--json", options->as_json, "The result as one JSON object on stdout");
  add_play_option(command, *options);
  command.footer(
      "\nFree seats are filled with the game's default bot." +
      players_help(
          "  arena run lost_cities -p ./mybot\n"
          "  arena run lost_cities -p python3 bot.py -b greedy -n 200 --duplicate --seed 1\n"
          "  arena run lost_cities -p name=new ./bot -p name=old ./old_bot -n 100 -j 2 "
          "--record games.jsonl"));
  shell.on(command, [&shell, options] { return SeriesRun(*options, shell.players, shell).run(); });
}

}  // namespace arena::cli
