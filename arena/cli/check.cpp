// `arena check`: tries a bot in a few games and reports what it does wrong.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/check/conformance.hpp"
#include "arena/cli/interrupt.hpp"
#include "arena/cli/match_command.hpp"
#include "arena/cli/shell.hpp"
#include "arena/process/sandbox/proof.hpp"
#include "arena/series/entrants/shown_to_bots.hpp"
#include "arena/series/entrants/start_trial.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/pretty_json.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

struct CheckArgs {
  MatchOptions match;
  std::vector<std::string> command;
  int games = 3;
  bool json = false;
};

/// The bot: a plain command, or a player with keys as after -p.
PlayerSpec player_of(const CheckArgs& args, std::vector<PlayerSpec> players) {
  if (!args.command.empty()) {
    std::vector<std::string> typed = {"-p"};
    typed.insert(typed.end(), args.command.begin(), args.command.end());
    const auto more = take_players(typed, [](std::string_view /*word*/) { return true; });
    players.insert(players.end(), more.begin(), more.end());
  }
  if (players.size() != 1) throw Error("check tries one bot: give one command, such as ./mybot");
  const PlayerSpec& player = players.front();
  const bool program = player.kind == PlayerKind::process || player.kind == PlayerKind::module;
  if (!program || player.words.empty())
    throw Error("check tries bot processes and modules: give a command, or -m MODULE");
  return player;
}

std::string company(const std::vector<Entrant>& opponents) {
  if (opponents.empty()) return "alone";
  std::vector<std::string> names;
  for (const Entrant& opponent : opponents) names.push_back(opponent.name);
  return "against " + listed(std::move(names), "and");
}

void print_text(const CheckReport& report, const Entrant& bot, const CheckedSettings& checked) {
  report.print();
  const int failed = report.count(Verdict::failed);
  if (failed == 0) {
    fmt::print("{} is ready to play {}.\n", bot.name, checked.settings.game->info.title);
  } else {
    fmt::print("{} to fix.\n", counted(failed, "problem"));
  }
}

void try_start(const SeriesSettings& settings, const Entrant& bot) {
  Spawner spawner;
  prove(settings.sandbox, spawner);
  StartTrial(settings, spawner).run({bot});
}

int check_bot(const CheckArgs& args, const Shell& shell) {
  CheckedSettings checked = check(args.match, shell);
  const Entrant bot =
      make_entrant(player_of(args, shell.players), *checked.settings.game, checked.defaults);
  const std::vector<Entrant> opponents = default_opponents(args.match, checked);
  if (checked.settings.sandbox)
    check_what_is_shown(checked.settings.sandbox->paths(), {bot},
                        {args.match.record, args.match.log_dir});
  Interrupt interrupt;
  interrupt.on_first(end_at_once);
  SeriesSettings& settings = checked.settings;
  count_time(settings, {bot});
  try_start(settings, bot);
  if (!args.json) {
    fmt::print("Checking {} for {}: {} {}, seed {}\n", bot.name, checked.settings.game->info.title,
               counted(args.games, "game"), company(opponents), seed_text(checked.seed));
    std::fflush(stdout);
  }
  if (!args.match.quiet)
    tell_confinement(checked.settings.sandbox.get(), args.match.limits.pause.value_or(false));
  const CheckReport report =
      check_conformance(settings, bot, opponents, args.games, SeedKey(checked.seed));
  if (args.json) {
    fmt::print("{}\n", pretty(report_json(report, bot, settings, args.games, checked.seed)));
  } else {
    print_text(report, bot, checked);
  }
  return report.count(Verdict::failed) == 0 ? done : check_failed;
}

}  // namespace

void add_check(CLI::App& command, Shell& shell) {
  shell.playing.insert(&command);
  const auto args = std::make_shared<CheckArgs>();
  add_game_options(command, args->match);
  command.add_option("PLAYER", args->command, "The bot's command, as after -p");
  command
      .add_option("-n,--games", args->games,
                  "Games to play (default: 3); memory that grows shows after many")
      ->check(CLI::Range(1, 10'000));
  command.add_option("--seats", args->match.seats,
                     "Seats at the table, the others of the game's default bot (default: 2)");
  command.add_flag("--json", args->json, "Print the report as one JSON object");
  command.add_flag("-q,--quiet", args->match.quiet, "Only the report and errors");
  command.footer(
      "\nExamples:\n"
      "  arena check lost_cities ./mybot\n"
      "  arena check lost_cities -p python3 bot.py\n"
      "  arena check streams -p protocol=json ./mybot\n"
      "  arena check streams -m my_module\n"
      "  arena check streams -n 200 --json -p protocol=json ./mybot\n"
      "  arena check yard_bridge --seats 4 ./mybot");
  shell.on(command, [&shell, args] { return check_bot(*args, shell); });
}

}  // namespace arena::cli
