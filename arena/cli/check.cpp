// `arena check`: tries a bot in a few games and reports what it does wrong.
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/check/bot_trial.hpp"
#include "arena/check/findings.hpp"
#include "arena/cli/interrupt.hpp"
#include "arena/cli/match_options.hpp"
#include "arena/cli/shell.hpp"
#include "arena/process/sandbox/proof.hpp"
#include "arena/record/record.hpp"
#include "arena/series/shown_to_bots.hpp"
#include "arena/series/start_trial.hpp"
#include "arena/util/error.hpp"
#include "arena/util/pretty_json.hpp"
#include "arena/util/text.hpp"

namespace arena::cli {

namespace {

struct CheckArgs {
  MatchOptions match;
  std::vector<std::string> command;
  int games = 3;
  bool json = false;
};

/// The bot: a plain command, or a player with keys as after -p.
PlayerArg player_of(const CheckArgs& args, std::vector<PlayerArg> players) {
  if (!args.command.empty()) {
    std::vector<std::string> typed = {"-p"};
    typed.insert(typed.end(), args.command.begin(), args.command.end());
    const auto more = take_players(typed, [](std::string_view /*word*/) { return true; });
    players.insert(players.end(), more.begin(), more.end());
  }
  if (players.size() != 1) throw Error("check tries one bot: give one command, such as ./mybot");
  const PlayerArg& player = players.front();
  const bool program = player.kind == PlayerKind::process || player.kind == PlayerKind::module;
  if (!program || player.words.empty())
    throw Error("check tries bot processes and modules: give a command, or -m MODULE");
  return player;
}

/// Seats as --seats says. By default two, or the least number that the game needs.
std::vector<Entrant> make_opponents(const MatchOptions& options, const CheckedOptions& checked) {
  const GameInfo& info = checked.settings.game->info();
  check_seat_option(options, info);
  const int seats =
      options.seats != 0 ? options.seats : std::clamp(2, info.least_seats, info.most_seats);
  checked.settings.game->check_seats(seats, checked.settings.options);
  const Entrant one = default_entrant(*checked.settings.game, checked.defaults);
  std::vector<Entrant> all(static_cast<std::size_t>(seats - 1), one);
  make_names_unique(all);
  return all;
}

std::string company(const std::vector<Entrant>& opponents) {
  if (opponents.empty()) return "alone";
  std::vector<std::string> names;
  for (const Entrant& opponent : opponents) names.push_back(opponent.name);
  return "against " + listed(std::move(names), "and");
}

/// Limits the game with a refusal to the time that the bot needs. It answers twice there.
Entrant hurried(Entrant bot, const TrialResult& trial) {
  bot.time.move_time =
      std::chrono::ceil<std::chrono::seconds>(4 * slowest_answer(trial)) + std::chrono::seconds(1);
  return bot;
}

/// Plays and judges. The checks are in the order of the report.
CheckReport try_and_judge(const SeriesSettings& settings, const Entrant& bot,
                          const std::vector<Entrant>& opponents, int games, const SeedKey& key) {
  const TrialResult trial = try_bot(settings, bot, opponents, {games, false}, key);
  std::optional<TrialResult> again;
  std::optional<TrialResult> spoilt;
  if (trial.forfeits.empty()) {
    again = try_bot(settings, bot, opponents, {1, false}, key);
    if (bot.max_refusals > 0)
      spoilt = try_bot(settings, hurried(bot, trial), opponents, {1, true}, key);
  }
  CheckReport report;
  report.add(start_finding(trial, bot));
  report.add(flush_finding(trial, bot));
  report.add(games_finding(trial, bot));
  report.add(protocol_finding(trial, bot, *settings.game));
  report.add(answers_finding(trial, bot));
  report.add(early_finding(trial));
  report.add(twice_finding(trial));
  report.add(line_ends_finding(trial));
  report.add(speed_finding(trial, bot));
  report.add(repeats_finding(trial, again ? &*again : nullptr));
  report.add(refusal_finding(spoilt ? &*spoilt : nullptr, bot));
  report.add(end_finding(trial, bot));
  report.add(memory_finding(trial, bot));
  report.add(processes_finding(trial, settings.sandbox != nullptr));
  return report;
}

void print_json(const CheckReport& report, const Entrant& bot, const CheckedOptions& checked,
                int games) {
  const int failed = report.count(Verdict::failed);
  fmt::print("{}\n",
             pretty(json::object{{"bot", bot.name},
                                 {"game", checked.settings.game->info().name},
                                 {"protocol", checked.settings.game->terms(bot.protocol).name},
                                 {"games", games},
                                 {"seed", seed_text(checked.seed)},
                                 {"ready", failed == 0},
                                 {"failed", failed},
                                 {"notes", report.count(Verdict::note)},
                                 {"checks", report.to_json()}}));
}

void print_text(const CheckReport& report, const Entrant& bot, const CheckedOptions& checked) {
  report.print();
  const int failed = report.count(Verdict::failed);
  if (failed == 0) {
    fmt::print("{} is ready to play {}.\n", bot.name, checked.settings.game->info().title);
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
  CheckedOptions checked = check(args.match, shell);
  const Entrant bot =
      make_entrant(player_of(args, shell.players), *checked.settings.game, checked.defaults);
  const std::vector<Entrant> opponents = make_opponents(args.match, checked);
  if (checked.settings.sandbox)
    check_what_is_shown(checked.settings.sandbox->paths(), {bot},
                        {args.match.record, args.match.log_dir});
  Interrupt interrupt;
  interrupt.on_first(end_at_once);
  SeriesSettings& settings = checked.settings;
  count_time(settings, {bot});
  try_start(settings, bot);
  if (!args.json) {
    fmt::print("Checking {} for {}: {} {}, seed {}\n", bot.name,
               checked.settings.game->info().title, counted(args.games, "game"), company(opponents),
               seed_text(checked.seed));
    std::fflush(stdout);
  }
  if (!args.match.quiet) tell_confinement(checked.settings.sandbox.get(), args.match.pause);
  const CheckReport report =
      try_and_judge(settings, bot, opponents, args.games, SeedKey(checked.seed));
  if (args.json) {
    print_json(report, bot, checked, args.games);
  } else {
    print_text(report, bot, checked);
  }
  return report.count(Verdict::failed) == 0 ? done : check_failed;
}

}  // namespace

void add_check(CLI::App& app, Shell& shell) {
  CLI::App* command =
      app.add_subcommand("check", "Try a bot against the protocol and say what it does wrong");
  shell.playing.insert(command);
  const auto args = std::make_shared<CheckArgs>();
  add_game_options(*command, args->match);
  command->add_option("PLAYER", args->command, "The bot's command, as after -p");
  command
      ->add_option("-n,--games", args->games,
                   "Games to play (default: 3); memory that grows shows after many")
      ->check(CLI::Range(1, 10'000));
  command->add_option("--seats", args->match.seats,
                      "Seats at the table, the others of the game's default bot (default: 2)");
  command->add_flag("--json", args->json, "Print the report as one JSON object");
  command->add_flag("-q,--quiet", args->match.quiet, "Only the report and errors");
  command->footer(
      "\nExamples:\n"
      "  arena check lost_cities ./mybot\n"
      "  arena check lost_cities -p python3 bot.py\n"
      "  arena check streams -p protocol=json ./mybot\n"
      "  arena check streams -m my_module\n"
      "  arena check streams -n 200 --json -p protocol=json ./mybot\n"
      "  arena check yard_bridge --seats 4 ./mybot");
  shell.on(*command, [&shell, args] { return check_bot(*args, shell); });
}

}  // namespace arena::cli
