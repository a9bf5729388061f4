// `arena tournament`: plays a tournament into a store, or goes on with one.
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/interrupt.hpp"
#include "arena/cli/match_command.hpp"
#include "arena/cli/tournament/live_table.hpp"
#include "arena/cli/tournament/report.hpp"
#include "arena/cli/tournament/standings_text.hpp"
#include "arena/cli/tournament/tournament_plan.hpp"
#include "arena/process/spawn/program.hpp"
#include "arena/report/report_folder.hpp"
#include "arena/results/standings_export.hpp"
#include "arena/series/statistics/match_report.hpp"
#include "arena/tournament/described/tournament_file.hpp"
#include "arena/tournament/extent.hpp"
#include "arena/tournament/formats/format_design.hpp"
#include "arena/tournament/stored/tournament_store.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

class TournamentCommand {
 public:
  TournamentCommand(const TournamentOptions& options, const Shell& shell)
      : setup_(plan_tournament(options, shell), shell.games, shell.table_cache),
        spec_(setup_.spec()),
        games_(shell.games),
        options_(options),
        checked_(setup_.checked()) {}

  int run() {
    Interrupt interrupt;
    if (!setup_.deal_problems().empty()) fmt::print(stderr, "{}\n", setup_.deal_problems());
    if (options_.commit) return commit();
    if (!options_.report.empty()) const report::ReportFolder check_now(options_.report);
    Store store = setup_.open_store();
    mix_in(store, options_.seed_from);
    report_start(store);
    return finish(store, play(store, interrupt));
  }

 private:
  int commit() {
    const Store store = setup_.create_store();
    fmt::print("Commitment {}\n", store.tournament().commitment);
    fmt::print(stderr,
               "{} is ready. The same command with --seed-from TEXT instead of --commit plays.\n",
               setup_.store());
    return done;
  }

  void report_start(const Store& store) const {
    const StoredTournament tournament = store.tournament();
    fmt::print(stderr, "Commitment {}\n", tournament.commitment);
    if (tournament.seed_from)
      fmt::print(stderr, "Mixed into the seed: {}\n", in_quotes(*tournament.seed_from));
    if (options_.quiet) return;
    const std::string games = counted(store.matches(), "game");
    if (tournament.seed)
      return fmt::print(stderr, "The tournament in {} is over: {}.\n", setup_.store(), games);
    if (store.matches() > 0)
      fmt::print(stderr, "Continuing after {} in {}.\n", games, setup_.store());
    report_new_bots(store);
    warn_of_seed(checked_);
    tell_confinement(checked_.settings.sandbox.get(), checked_.settings.pause);
    if (store.matches() == 0) report_balance(static_cast<int>(store.entrants().size()));
  }

  /// How evenly a round robin of more than two at a table treats the entrants.
  void report_balance(int entrants) const {
    const int players = spec_.format.players;
    if (spec_.format.kind != FormatKind::round_robin || players == 2) return;
    const Balance balance = balance_of(balanced_blocks(entrants, players), entrants);
    fmt::print(stderr, "Round robin of {} at a table: {}.\n", players, balance_text(balance));
  }

  /// Those in the folder that have come since the tournament began.
  void report_new_bots(const Store& store) const {
    std::set<std::string> known;
    for (const StoredEntrant& entrant : store.entrants()) known.insert(entrant.name);
    for (const EntrantSpec& planned : spec_.entrants) {
      const std::string& name = planned.player.name;
      if (!name.empty() && !known.contains(escaped(name)))
        fmt::print(stderr, "{} is new, and does not take part yet: {}\n", escaped(name),
                   entrants_command(setup_.store(), "add", name, planned.player));
    }
  }

  TournamentResults play(Store& store, Interrupt& interrupt) {
    std::stop_source stopping;
    TournamentHooks hooks = make_hooks();
    if (!options_.quiet)
      table_.emplace(store, *checked_.settings.game,
                     extent_of(store, *checked_.settings.game).planned);
    hooks.stop = stopping.get_token();
    const OnInterrupt stop(interrupt, [&stopping] { stopping.request_stop(); });
    TournamentResults results = setup_.play(store, hooks);
    table_.reset();
    return results;
  }

  TournamentHooks make_hooks() {
    TournamentHooks hooks;
    hooks.batch = [this](const std::vector<Entrant>& players) {
      players_ = players;
      // One report for all batches, so that a bot that always fails is reported once.
      if (!report_) report_.emplace(*checked_.settings.game, players_, 1);
    };
    if (!options_.quiet) {
      hooks.ends_early = [](const std::string& why) {
        fmt::print(stderr, "Warning: this bot will forfeit: {}\n", why);
      };
    }
    hooks.stored = [this](const PlayedMatch& match, const StoredMatch& stored, int planned) {
      if (table_) table_->show(stored, report_->lines(match), planned);
    };
    return hooks;
  }

  int finish(const Store& store, const TournamentResults& results) const {
    const Standings standings = standings_of(store, *checked_.settings.game);
    const auto result = format_result(store, games_);
    const auto field = field_scores(store, games_);
    const Extent extent = extent_of(store, *checked_.settings.game);
    if (options_.as_json)
      fmt::print("{}\n", standings_json(versions_json(store), standings, extent, result, field));
    else
      print_standings(store, standings, extent, result, field);
    std::fflush(stdout);
    if (!options_.report.empty())
      report_on(setup_.store(), options_.report, "", "", games_, stderr);
    if (results.failure) std::rethrow_exception(results.failure);
    if (!results.is_over) {
      fmt::print(stderr, "\nStopped. The same command continues the tournament.\n");
      return interrupted;
    }
    fmt::print(stderr, "Seed {}\n", *store.tournament().seed);
    if (!options_.quiet)
      fmt::print(
          stderr,
          "Kept in {0}. Look at it: arena standings {0}, arena report {0} DIR, arena verify {0}\n",
          shell_word(setup_.store()));
    return done;
  }

  TournamentSetup setup_;
  const TournamentSpec& spec_;
  const Games& games_;
  const TournamentOptions& options_;
  const CheckedSettings& checked_;
  std::vector<Entrant> players_;
  std::optional<MatchReport> report_;
  std::optional<LiveTable> table_;
};

}  // namespace

void add_tournament(CLI::App& command, Shell& shell) {
  shell.playing.insert(&command);
  const auto options = std::make_shared<TournamentOptions>();
  add_tournament_options(command, *options);
  command.footer(
      "\nThe same command continues a tournament that was stopped." +
      bots_help(
          "  arena tournament streams students/ --deals 200 --report pages   a folder of bots\n"
          "  arena tournament streams -p ./mybot -b spread -b rollout\n"
          "  arena tournament --example > cup.toml                           a file to change\n"
          "  arena tournament cup.toml"));
  shell.on(command, [&shell, options] {
    if (options->example) {
      fmt::print("{}", example_tournament_file());
      return done;
    }
    if (options->match.game.empty())
      throw Error("give a game, or a tournament's file; --example prints one");
    return TournamentCommand(*options, shell).run();
  });
}

}  // namespace arena::cli
