// `arena tournament`: plays a tournament into a store, or goes on with one.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <thread>

#include <boost/describe/enum_from_string.hpp>
#include <fmt/format.h>

#include "arena/cli/interrupt.hpp"
#include "arena/cli/match_options.hpp"
#include "arena/cli/run/progress.hpp"
#include "arena/cli/shell.hpp"
#include "arena/cli/tournament/entrant_folder.hpp"
#include "arena/cli/tournament/standings_text.hpp"
#include "arena/cli/tournament/stored_player.hpp"
#include "arena/process/command_line.hpp"
#include "arena/series/match_report.hpp"
#include "arena/store/holder.hpp"
#include "arena/tournament/commitment.hpp"
#include "arena/tournament/play_tournament.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text.hpp"

namespace arena::cli {

namespace {

struct TournamentOptions {
  MatchOptions match;
  std::string folder;
  std::string format = "round_robin";
  int deals = 100;
  int rounds = 0;
  int max_blocks = 5;
  std::string store;
  int jobs = 0;
  bool as_json = false;
};

std::string file_name(const TournamentOptions& options) {
  return options.store.empty() ? options.match.game + "-tournament.db" : options.store;
}

/// The command line without what may differ when the tournament goes on.
std::string description(const Shell& shell) {
  std::vector<std::string> args = shell.args;
  for (const char* option : {"--store", "-j", "--jobs"})
    args = without_option(args, option, shell.is_option);
  std::erase_if(args, [](const std::string& word) {
    return word == "-q" || word == "--quiet" || word == "--json" || word.starts_with("-j");
  });
  return "arena " + join_words(args);
}

class TournamentCommand {
 public:
  TournamentCommand(const TournamentOptions& options, const Shell& shell)
      : options_(options),
        shell_(shell),
        quiet_(options.match.quiet),
        checked_(check(options.match, shell)),
        info_(checked_.settings.game->info()),
        seats_(options.match.seats != 0 ? options.match.seats : info_.least_seats) {
    check_seat_option(options.match, info_);
    if (seats_ < 2) seats_ = 2;
  }

  int run() {
    make_format_settings();
    Store store = open_store();
    const Holder holder(file_name(options_));
    return play(store);
  }

 private:
  void make_format_settings() {
    FormatSettings settings;
    if (!boost::describe::enum_from_string(options_.format.c_str(), settings.kind))
      throw Error(fmt::format("unknown format \"{}\"", options_.format));
    settings.players = info_.sides_of(seats_).count();
    settings.deals = options_.deals;
    settings.rounds = options_.rounds;
    settings.max_blocks = options_.max_blocks;
    format_ = make_format(settings);
  }

  Store open_store() {
    const std::string path = file_name(options_);
    const std::string text = description(shell_);
    if (!std::filesystem::exists(path)) return create_store(path, text);
    Store store(path, Access::write);
    if (store.tournament().file != text) {
      throw Error(fmt::format("\"{}\" holds another tournament: {}; give --store another file",
                              path, store.tournament().file));
    }
    return store;
  }

  Store create_store(const std::string& path, const std::string& text) {
    std::vector<StoredEntrant> entrants;
    for (const PlayerArg& player : given_players()) entrants.push_back(stored(player));
    check_names(entrants);
    StoredTournament tournament;
    tournament.game = info_.name;
    tournament.options = checked_.settings.options;
    tournament.seats = seats_;
    tournament.format = options_.format;
    tournament.file = text;
    tournament.version = ARENA_VERSION;
    const std::string seed = seed_text(checked_.seed);
    tournament.commitment = commitment(seed, text, entrants);
    return Store::create(path, tournament, seed, entrants);
  }

  std::vector<PlayerArg> given_players() const {
    std::vector<PlayerArg> players = shell_.players;
    if (options_.folder.empty()) return players;
    EntrantFolder folder = read_entrant_folder(options_.folder);
    for (const std::string& why : folder.left_out) fmt::print(stderr, "Left out: {}.\n", why);
    players.insert(players.end(), folder.players.begin(), folder.players.end());
    return players;
  }

  StoredEntrant stored(const PlayerArg& player) const {
    const Entrant entrant = make_entrant(player, *checked_.settings.game, checked_.defaults);
    if (entrant.is_person()) throw Error("a tournament has no seat for a person at the terminal");
    StoredEntrant stored;
    stored.name = entrant.name;
    stored.player = player_json(player);
    stored.files_hash = player.kind == PlayerKind::builtin ? "" : files_hash(player.words);
    return stored;
  }

  static void check_names(const std::vector<StoredEntrant>& entrants) {
    for (std::size_t i = 0; i < entrants.size(); ++i) {
      for (std::size_t other = 0; other < i; ++other) {
        if (entrants[i].name == entrants[other].name)
          throw Error(
              fmt::format("two entrants are named \"{0}\": give one another name, as in -p "
                          "name={0}-2 COMMAND",
                          entrants[i].name));
      }
    }
  }

  Entrant entrant_of(const StoredEntrant& stored) const {
    Entrant entrant =
        make_entrant(read_player(stored.player), *checked_.settings.game, checked_.defaults);
    entrant.name = stored.name;
    return entrant;
  }

  int play(Store& store) {
    TournamentPlan plan{checked_.settings,
                        *format_,
                        *read_root_seed(store.root_seed()),
                        seats_,
                        jobs(),
                        [this](const StoredEntrant& stored) { return entrant_of(stored); }};
    say_start(store);
    std::stop_source stopping;
    TournamentHooks hooks = make_hooks();
    hooks.stop = stopping.get_token();
    TournamentResults results;
    {
      Interrupt interrupt;
      const OnInterrupt stop(interrupt, [&stopping] { stopping.request_stop(); });
      results = play_tournament(plan, store, hooks);
    }
    if (progress_) progress_->clear();
    return finish(store, results);
  }

  void say_start(const Store& store) const {
    if (quiet_) return;
    const StoredTournament tournament = store.tournament();
    if (store.matches() > 0)
      fmt::print(stderr, "Going on after {} in {}.\n", counted(store.matches(), "game"),
                 file_name(options_));
    fmt::print(stderr, "Commitment {}\n", tournament.commitment);
    warn_of_seed(checked_);
    tell_confinement(checked_.settings.sandbox.get(), checked_.settings.pause);
  }

  TournamentHooks make_hooks() {
    TournamentHooks hooks;
    hooks.batch = [this](const std::vector<Entrant>& players) {
      players_ = players;
      report_.emplace(*checked_.settings.game, players_);
    };
    hooks.stored = [this](const PlayedMatch& match, const StoredMatch&, int planned) {
      if (quiet_) return;
      if (!progress_ || planned != planned_) {
        planned_ = planned;
        progress_.emplace(planned, false);
      }
      for (const std::string& line : report_->lines(match)) progress_->say(line);
      progress_->show(match.number + 1);
    };
    return hooks;
  }

  int finish(Store& store, const TournamentResults& results) {
    if (results.is_over) store.reveal_seed();
    const Standings standings = standings_of(store);
    if (options_.as_json)
      fmt::print("{}\n", json::serialize(standings_json(standings)));
    else
      fmt::print("{}", standings_text(standings));
    if (results.failure) {
      try {
        std::rethrow_exception(results.failure);
      } catch (const Error&) {
        throw;
      } catch (const std::exception& error) {
        fmt::print(stderr, "arena: failed: {}\n", error.what());
        return arena_failed;
      }
    }
    if (!results.is_over) {
      fmt::print(stderr, "\nStopped. The same command goes on.\n");
      return interrupted;
    }
    if (!quiet_) fmt::print(stderr, "Seed {}\n", *store.tournament().seed);
    return done;
  }

  [[nodiscard]] int jobs() const {
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    return options_.jobs != 0 ? options_.jobs : std::max(1, cores / seats_);
  }

  const TournamentOptions& options_;
  const Shell& shell_;
  bool quiet_;
  CheckedOptions checked_;
  const GameInfo& info_;
  int seats_;
  std::unique_ptr<Format> format_;
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
  command->add_option("FOLDER", options->folder,
                      "A folder of bots: each file or starter's folder in it is an entrant");
  command->add_option("--format", options->format, "Who meets whom; default: round_robin")
      ->check(CLI::IsMember({"round_robin", "gauntlet", "swiss", "knockout", "double_knockout"}));
  command->add_option("--deals", options->deals, "Deals of a pairing; default: 100")
      ->check(CLI::Range(1, 10'000'000));
  command->add_option("--rounds", options->rounds, "Rounds of a Swiss tournament")
      ->check(CLI::Range(1, 1000));
  command->add_option("--max-blocks", options->max_blocks, "Blocks of deals of a knockout tie")
      ->check(CLI::Range(1, 1000));
  command->add_option("--seats", options->match.seats, "Seats at a table (default: the least)");
  command->add_option("--store", options->store,
                      "The file of the tournament (default: GAME-tournament.db)");
  command->add_option("-j,--jobs", options->jobs, "Games at a time")->check(CLI::Range(1, 1024));
  command->add_flag("-q,--quiet", options->match.quiet, "Only the result and errors");
  command->add_flag("--json", options->as_json, "The standings as one JSON object on stdout");
  command->footer("\nThe same command goes on where a tournament was stopped." + players_help());
  command->callback([&shell, options] {
    shell.action = [&shell, options] { return TournamentCommand(*options, shell).run(); };
  });
}

}  // namespace arena::cli
