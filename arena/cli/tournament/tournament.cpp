// `arena tournament`: plays a tournament into a store, or goes on with one.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/interrupt.hpp"
#include "arena/cli/run/progress.hpp"
#include "arena/cli/tournament/standings_text.hpp"
#include "arena/cli/tournament/stored_player.hpp"
#include "arena/cli/tournament/tournament_plan.hpp"
#include "arena/series/match_report.hpp"
#include "arena/store/holder.hpp"
#include "arena/tournament/play_tournament.hpp"
#include "arena/tournament/tournament_file.hpp"
#include "arena/tournament/tournament_store.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text.hpp"

namespace arena::cli {

namespace {

class TournamentCommand {
 public:
  TournamentCommand(const TournamentOptions& options, const Shell& shell)
      : plan_(plan_tournament(options, shell)),
        as_json_(options.as_json),
        checked_(check(plan_.match, shell)),
        info_(checked_.settings.game->info()) {
    check_seat_option(plan_.match, info_);
    seats_ = seats_of_tournament(info_, plan_.match.seats);
    plan_.format.players = info_.sides_of(seats_).count();
  }

  int run() {
    Interrupt interrupt;
    Store store = open_store();
    const Holder holder(plan_.store);
    const auto format = format_of(plan_.format, store, info_);
    const TournamentPlan plan{checked_.settings,
                              *format,
                              seed_of(store),
                              seats_,
                              jobs(),
                              [this](const StoredEntrant& stored) { return entrant_of(stored); }};
    if (!plan_.match.quiet) report_start(store);
    return finish(store, play(plan, store, interrupt));
  }

 private:
  Store open_store() {
    if (std::filesystem::exists(plan_.store)) return continue_tournament(plan_.store, plan_.text);
    const NewTournament tournament{checked_.settings, seats_, plan_.format, checked_.seed,
                                   plan_.text};
    check_tournament(tournament, plan_.entrants.size());
    std::vector<NewEntrant> entrants;
    for (const PlannedEntrant& planned : plan_.entrants) {
      try {
        entrants.push_back(new_entrant(planned));
      } catch (const Error& error) {
        throw Error(fmt::format("entrant {}: {}", entrants.size() + 1, error.what()));
      }
    }
    return create_tournament(plan_.store, tournament, entrants);
  }

  NewEntrant new_entrant(const PlannedEntrant& planned) const {
    NewEntrant entrant{make_entrant(planned.player, *checked_.settings.game, checked_.defaults),
                       player_json(planned.player),
                       {},
                       planned.challenger,
                       planned.seed_rating};
    if (planned.player.kind != PlayerKind::builtin) entrant.words = planned.player.words;
    return entrant;
  }

  Entrant entrant_of(const StoredEntrant& stored) const {
    Entrant entrant =
        make_entrant(read_player(stored.player), *checked_.settings.game, checked_.defaults);
    entrant.name = stored.name;
    return entrant;
  }

  void report_start(const Store& store) const {
    if (store.matches() > 0) {
      fmt::print(stderr, "Continuing after {} in {}.\n", counted(store.matches(), "game"),
                 plan_.store);
    }
    fmt::print(stderr, "Commitment {}\n", store.tournament().commitment);
    warn_of_seed(checked_);
    tell_confinement(checked_.settings.sandbox.get(), checked_.settings.pause);
  }

  TournamentResults play(const TournamentPlan& plan, Store& store, Interrupt& interrupt) {
    std::stop_source stopping;
    TournamentHooks hooks = make_hooks();
    hooks.stop = stopping.get_token();
    const OnInterrupt stop(interrupt, [&stopping] { stopping.request_stop(); });
    TournamentResults results = play_tournament(plan, store, hooks);
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

  [[nodiscard]] int jobs() const {
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    return plan_.jobs != 0 ? plan_.jobs : std::max(1, cores / seats_);
  }

  PlannedTournament plan_;
  bool as_json_;
  CheckedOptions checked_;
  const GameInfo& info_;
  int seats_ = 2;
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
