// `arena play`: a person at the terminal, or in a browser, plays against bots and sees the board.
#include <algorithm>
#include <memory>
#include <vector>

#include "arena/cli/program.hpp"
#include "arena/cli/run/series_run.hpp"

namespace arena::cli {

namespace {

bool is_person(const PlayerSpec& player) {
  return player.kind == PlayerKind::human ||
         (player.kind == PlayerKind::process && player.words.empty());
}

/// The person gets seat 0, unless the command line says where.
std::vector<PlayerSpec> with_person(std::vector<PlayerSpec> players) {
  if (std::none_of(players.begin(), players.end(), is_person)) {
    players.insert(players.begin(), PlayerSpec{.kind = PlayerKind::human});
  }
  return players;
}

}  // namespace

void add_play(CLI::App& command, Shell& shell) {
  shell.playing.insert(&command);
  const auto options = std::make_shared<SeriesOptions>();
  add_match_options(command, options->match);
  command.add_option("-n,--games", options->games, "Games to play")
      ->check(CLI::Range(1, 100'000'000));
  add_deals_option(command, options->match);
  add_play_option(command, *options);
  command.add_option("--seats", options->match.seats,
                     "Seats at the table (default: as many as there are players)");
  command.add_flag("--browser", options->browser,
                   "Play in a browser on this computer, instead of at the terminal");
  command.footer(
      "\nExamples:\n  arena play lost_cities                 against the default bot\n"
      "  arena play lost_cities -b level=7      against a stronger one\n"
      "  arena play lost_cities --browser       with cards to click\n"
      "  arena play lost_cities -p ./mybot      against your own\n"
      "  arena play lost_cities -p              see what a bot sees: the raw protocol");
  shell.on(command, [&shell, options] {
    if (options->browser && !shell.browser_table) become_contests(shell.args);
    options->always_standing = options->browser;  // the terminal has not shown the end
    return SeriesRun(*options, with_person(shell.players), shell).run();
  });
}

}  // namespace arena::cli
