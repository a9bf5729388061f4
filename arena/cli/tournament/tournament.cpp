// `arena tournament`: plays a tournament into a store, or goes on with one.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "arena/cli/interrupt.hpp"
#include "arena/cli/run/progress.hpp"
#include "arena/cli/tournament/standings_text.hpp"
#include "arena/cli/tournament/stored_player.hpp"
#include "arena/cli/tournament/tournament_plan.hpp"
#include "arena/process/command_line.hpp"
#include "arena/series/match_report.hpp"
#include "arena/store/holder.hpp"
#include "arena/tournament/commitment.hpp"
#include "arena/tournament/pairing_matches.hpp"
#include "arena/tournament/play_tournament.hpp"
#include "arena/tournament/stored_format.hpp"
#include "arena/tournament/tournament_file.hpp"
#include "arena/util/error.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

namespace arena::cli {

namespace {

class TournamentCommand {
 public:
  TournamentCommand(const TournamentOptions& options, const Shell& shell)
      : plan_(plan_tournament(options, shell)),
        options_(options),
        checked_(check(plan_.match, shell)),
        info_(checked_.settings.game->info()) {
    check_seat_option(plan_.match, info_);
    seats_ = plan_.match.seats != 0 ? plan_.match.seats : std::max(2, info_.least_seats);
    plan_.format.players = info_.sides_of(seats_).count();
  }

  int run() {
    Interrupt interrupt;
    if (options_.commit) return commit();
    Store store = open_store();
    const Holder holder(plan_.store);
    settle_text(store);
    const auto format = stored_format(store, info_);
    const TournamentPlan plan{checked_.settings,
                              *format,
                              playing_seed(store),
                              seats_,
                              jobs(),
                              [this](const StoredEntrant& stored) { return entrant_of(stored); }};
    if (!plan_.match.quiet) report_start(store);
    return finish(store, play(plan, store, interrupt));
  }

 private:
  int commit() {
    const Store store = create_store();
    fmt::print("Commitment {}\n", store.tournament().commitment);
    fmt::print(stderr,
               "{} is ready. The same command with --seed-from TEXT instead of --commit plays.\n",
               plan_.store);
    return done;
  }

  Store open_store() {
    if (!std::filesystem::exists(plan_.store)) return create_store();
    Store store(plan_.store, Access::write);
    if (store.tournament().is_run()) {
      throw Error(fmt::format(
          "\"{}\" holds games of arena run, and no tournament: give another file with --store",
          plan_.store));
    }
    if (store.tournament().file != plan_.text) {
      throw Error(fmt::format(
          "\"{}\" holds another tournament than this one: give another file with --store",
          plan_.store));
    }
    return store;
  }

  Store create_store() {
    check_plan();
    std::vector<StoredEntrant> entrants;
    std::set<std::string> names;
    for (const PlannedEntrant& planned : plan_.entrants) {
      try {
        entrants.push_back(stored(planned));
      } catch (const Error& error) {
        throw Error(fmt::format("entrant {}: {}", entrants.size() + 1, error.what()));
      }
      const std::string& name = entrants.back().name;
      if (!names.insert(name).second)
        throw Error(fmt::format("two entrants are named \"{}\": give one of them name=...", name));
    }
    StoredTournament tournament;
    tournament.game = info_.name;
    tournament.options = checked_.settings.options;
    tournament.seats = seats_;
    tournament.format = boost::describe::enum_to_string(plan_.format.kind, "");
    tournament.settings = to_json(plan_.format);
    tournament.file = plan_.text;
    tournament.version = ARENA_VERSION;
    tournament.seed_from = options_.commit ? "" : options_.seed_from;
    const std::string secret = seed_text(checked_.seed);
    tournament.commitment = commitment(secret, tournament, entrants);
    return Store::create(plan_.store, tournament, secret, entrants);
  }

  /// The text that is mixed into the seed, where the tournament was committed to with one.
  void settle_text(Store& store) const {
    const std::optional<std::string> stored = store.tournament().seed_from;
    const std::optional<std::string>& given = options_.seed_from;
    if (stored == "" && !given)
      throw Error("this tournament waits for the text that you announced: give --seed-from TEXT");
    if (!given || stored == given) return;
    if (!stored)
      throw Error("this tournament began without --seed-from, so no text can be mixed in now");
    if (!stored->empty())
      throw Error(fmt::format("this tournament began with --seed-from {}", shell_word(*stored)));
    store.mix_in(*given);
  }

  /// Throws Error, before a file is made, if there is no such tournament.
  void check_plan() const {
    static_cast<void>(
        make_format(plan_.format, [](const TournamentProgress&) { return LeagueRatings(); }));
    const int given = static_cast<int>(plan_.entrants.size());
    if (given < plan_.format.players)
      throw Error(fmt::format("a tournament of {} needs at least {} entrants, not {}", info_.name,
                              plan_.format.players, given));
  }

  StoredEntrant stored(const PlannedEntrant& planned) const {
    StoredEntrant stored = stored_entrant(planned.player, checked_, seats_);
    stored.challenger = planned.challenger;
    stored.seed_rating = planned.seed_rating;
    return stored;
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
    const StoredTournament tournament = store.tournament();
    fmt::print(stderr, "Commitment {}\n", tournament.commitment);
    if (tournament.seed_from)
      fmt::print(stderr, "Mixed into the seed: {}\n", in_quotes(*tournament.seed_from));
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

  int finish(Store& store, const TournamentResults& results) const {
    if (results.is_over) store.reveal_seed();
    const Standings standings = standings_of(store);
    if (options_.as_json)
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
  const TournamentOptions& options_;
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
  add_tournament_options(*command, *options);
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
