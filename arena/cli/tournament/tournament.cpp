// `arena tournament`: plays a tournament into a store, or goes on with one.
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/interrupt.hpp"
#include "arena/cli/match_options.hpp"
#include "arena/cli/run/progress.hpp"
#include "arena/cli/tournament/standings_text.hpp"
#include "arena/cli/tournament/tournament_plan.hpp"
#include "arena/series/match_report.hpp"
#include "arena/store/holder.hpp"
#include "arena/tournament/standings_json.hpp"
#include "arena/tournament/tournament_file.hpp"
#include "arena/util/text.hpp"

namespace arena::cli {

namespace {

class TournamentCommand {
 public:
  TournamentCommand(const TournamentOptions& options, const Shell& shell)
      : setup_(plan_tournament(options, shell), shell.games, shell.table_cache),
        plan_(setup_.plan()),
        checked_(setup_.checked()),
        as_json_(options.as_json) {}

  int run() {
    Interrupt interrupt;
    Store store = setup_.open_store();
    const Holder holder(plan_.store);
    if (!plan_.match.quiet) report_start(store);
    return finish(store, play(store, interrupt));
  }

 private:
  void report_start(const Store& store) const {
    if (store.matches() > 0) {
      fmt::print(stderr, "Continuing after {} in {}.\n", counted(store.matches(), "game"),
                 plan_.store);
    }
    fmt::print(stderr, "Commitment {}\n", store.tournament().commitment);
    warn_of_seed(checked_);
    tell_confinement(checked_.settings.sandbox.get(), checked_.settings.pause);
  }

  TournamentResults play(Store& store, Interrupt& interrupt) {
    std::stop_source stopping;
    TournamentHooks hooks = make_hooks();
    hooks.stop = stopping.get_token();
    const OnInterrupt stop(interrupt, [&stopping] { stopping.request_stop(); });
    TournamentResults results = setup_.play(store, hooks);
    if (progress_) progress_->clear();
    return results;
  }

  TournamentHooks make_hooks() {
    TournamentHooks hooks;
    hooks.batch = [this](const std::vector<Entrant>& players) {
      players_ = players;
      // One report for all batches, so that a bot that always fails is reported a few times only.
      if (!report_) report_.emplace(*checked_.settings.game, players_);
    };
    hooks.stored = [this](const PlayedMatch& match, const StoredMatch&, int planned) {
      if (plan_.match.quiet) return;
      if (!progress_ || planned != planned_) {
        planned_ = planned;
        progress_.emplace(planned, false);
      }
      for (const std::string& line : report_->lines(match)) progress_->say(line);
      progress_->show(match.number + 1);
    };
    return hooks;
  }

  int finish(const Store& store, const TournamentResults& results) const {
    const Standings standings = standings_of(store);
    if (as_json_)
      fmt::print("{}\n", json::serialize(standings_json(standings)));
    else
      fmt::print("{}", standings_text(standings));
    std::fflush(stdout);
    if (results.failure) std::rethrow_exception(results.failure);
    if (!results.is_over) {
      fmt::print(stderr, "\nStopped. The same command continues the tournament.\n");
      return interrupted;
    }
    if (!plan_.match.quiet) fmt::print(stderr, "Seed {}\n", *store.tournament().seed);
    return done;
  }

  TournamentSetup setup_;
  const PlannedTournament& plan_;
  const CheckedOptions& checked_;
  bool as_json_;
  std::vector<Entrant> players_;
  std::optional<MatchReport> report_;
  std::optional<Progress> progress_;
  int planned_ = 0;
};

}  // namespace

void add_tournament(CLI::App& app, Shell& shell) {
  CLI::App* command = app.add_subcommand("tournament", "Play a tournament between bots");
  shell.playing.insert(command);
  const auto options = std::make_shared<TournamentOptions>();
  add_game_options(*command, options->match);
  command->get_option("GAME")->required(false)->description(
      "The game, or a tournament's file, which ends in .toml");
  command->add_option("FOLDER", options->folder,
                      "A folder of bots: each file or starter's folder in it is an entrant");
  command->add_option("--format", options->format, "Who meets whom; default: round_robin")
      ->check(CLI::IsMember(
          {"round_robin", "gauntlet", "swiss", "knockout", "double_knockout", "league"}));
  command->add_option("--deals", options->deals, "Deals of a pairing; default: 100")
      ->check(CLI::Range(1, 10'000'000));
  command->add_option("--rounds", options->rounds, "Rounds of a Swiss tournament")
      ->check(CLI::Range(1, 1000));
  command->add_option("--max-blocks", options->max_blocks, "Blocks of deals of a knockout tie")
      ->check(CLI::Range(1, 1000));
  command->add_option("--seats", options->match.seats, "Seats at a table (default: the least)");
  command->add_option("--store", options->store,
                      "The file that keeps the tournament (default: FILE.db, or "
                      "GAME-tournament.db)");
  command
      ->add_option("-j,--jobs", options->jobs,
                   "Games at a time (default: cores / seats, at least 1)")
      ->check(CLI::Range(1, 1024));
  command->add_flag("-q,--quiet", options->match.quiet, "Only the result and errors");
  command->add_flag("--json", options->as_json, "The standings as one JSON object on stdout");
  command->add_flag("--example", options->example, "Print a tournament's file with comments");
  command->footer("\nThe same command continues a tournament that was stopped." + players_help());
  command->callback([&shell, options] {
    shell.action = [&shell, options] {
      if (options->example) {
        fmt::print("{}", example_tournament_file());
        return done;
      }
      if (options->match.game.empty())
        throw Error("give a game, or a tournament's file; --example prints one");
      return TournamentCommand(*options, shell).run();
    };
  });
}

}  // namespace arena::cli
