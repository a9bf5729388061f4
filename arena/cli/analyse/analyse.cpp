// `arena analyse`: the value of a solvable game, the best first moves, and how good a player is:
// its exploitability, or its loss to the best built-in bot. With files, what players gave away in
// matches that were played (review.hpp).
#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/analyse/review.hpp"
#include "arena/cli/match_command.hpp"
#include "arena/cli/run/series_driver.hpp"
#include "arena/cli/shell.hpp"
#include "arena/core/described.hpp"
#include "arena/rating/means/mean.hpp"
#include "arena/series/statistics/figures.hpp"
#include "arena/util/error.hpp"
#include "arena/util/parallel.hpp"
#include "arena/util/text/pretty_json.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

struct AnalyseOptions {
  MatchOptions match;
  std::map<std::string, std::string> by_name;  // --NAME VALUE: options of games and analyses
  std::vector<std::string> files;              // of played matches
  int games = 1000;
  int jobs = 0;  // 0: by the number of cores
  bool as_json = false;
};

bool is_analysed(const AnyGame& game) { return game.analyses != nullptr; }

bool is_reviewed(const AnyGame& game) { return game.new_review != nullptr; }

std::string names_of(const Games& games, bool (*chosen)(const AnyGame& game)) {
  std::vector<std::string_view> names;
  for (const auto& game : games) {
    if (chosen(*game)) names.push_back(game->info.name);
  }
  return joined(names, ", ");
}

/// Names both forms of the command: the other one may be what the user needs.
[[noreturn]] void refuse(std::string_view trouble, const Games& games) {
  throw Error(
      fmt::format("{}; `arena analyse GAME` solves these games: {}; `arena analyse GAME FILE` "
                  "looks at what was played in these: {}",
                  trouble, names_of(games, is_analysed), names_of(games, is_reviewed)));
}

bool has(const std::vector<OptionInfo>& options, std::string_view name) {
  return std::ranges::any_of(options,
                             [name](const OptionInfo& option) { return option.name == name; });
}

/// A number for people: four decimals, and no sign before a rounded 0.
std::string number(double value) { return number_text(value, 4, false); }

/// Formats a value as after `--option NAME=`.
std::string option_text(const json::value& value) {
  return value.is_string() ? std::string(value.get_string()) : compact(value);
}

/// What a player loses to the best built-in bot, measured by a series.
struct LossByPlay {
  Mean loss;         // per match
  int forfeits = 0;  // matches that ended by a forfeit, which do not count
  bool interrupted = false;
};

class AnalyseRun {
 public:
  /// Throws Error, which names the mistake. Starts nothing.
  AnalyseRun(const AnalyseOptions& options, const Shell& shell)
      : options_(options), shell_(shell), game_(find_game(shell.games, options.match.game)) {
    if (!is_analysed(game_))
      refuse(is_reviewed(game_) ? fmt::format("analyse {} needs a file", game_.info.name)
                                : fmt::format("{} is not analysed", game_.info.name),
             shell.games);
    match_ = options.match;
    const std::vector<OptionInfo> own = game_.analyses->options();
    for (const auto& [name, value] : options.by_name) put(name, value, own);
    put_defaults();
    checked_ = check(match_, shell);
    analysis_ = game_.analyses->make(checked_.settings.options, own_options_, &shell.table_cache);
    if (shell.players.size() > 1)
      throw Error(fmt::format("analyse looks at one player, not {}", shell.players.size()));
    if (!shell.players.empty()) seat_player();
  }

  int run() {
    if (!match_.quiet) announce(shell_.table_cache);
    AnalysisReport findings = analysis_.solve();
    json::object object{{"game", json::string(game_.info.name)},
                        {"options", checked_.settings.options},
                        {"analysis_options", own_options_},
                        {"unit", json::string(analysis_.unit())}};
    for (auto& field : findings.fields) object[field.key()] = std::move(field.value());
    if (!options_.as_json) {
      fmt::print("{}", findings.text);
      std::fflush(stdout);
    }
    if (!entrants_.empty()) tell_player(object);
    if (options_.as_json) fmt::print("{}\n", compact(object));
    return status_;
  }

 private:
  /// Stores `--NAME VALUE`, an option of the game or of its analysis.
  void put(const std::string& name, const std::string& value, const std::vector<OptionInfo>& own) {
    if (has(own, name)) {
      own_options_[name] = described::value_of(value);
    } else if (has(game_.options.list(), name)) {
      take_option(name + "=" + value, match_.options);
    } else {
      throw Error(fmt::format("--{} is no option of {}", name, game_.info.name));
    }
  }

  /// Sets options that the user leaves open and whose defaults would make the analysis too long.
  void put_defaults() {
    const json::object given = match_.options;
    const auto defaults = game_.analyses->defaults(game_.options.check(given), own_options_);
    for (const auto& [name, value] : defaults) {
      if (given.contains(name)) continue;
      match_.options[name] = value;
      if (match_.quiet) continue;
      fmt::print(stderr,
                 "Analysing with {0}={1}, which takes a second; --{0} chooses another value.\n",
                 name, option_text(value));
    }
  }

  /// Seats the player and the best built-in bot.
  void seat_player() {
    const PlayerSpec best{.kind = PlayerKind::builtin,
                          .words = {std::string(analysis_.best_builtin())}};
    entrants_ = make_entrants({shell_.players.front(), best}, match_, checked_, false);
    if (entrants_.front().is_person())
      throw Error("analyse looks at bots: give -p COMMAND, -m MODULE or -b NAME");
  }

  void tell_player(json::object& object) {
    json::object player{{"name", entrants_.front().name}};
    const PlayerSpec& typed = shell_.players.front();
    const auto exact = typed.kind == PlayerKind::builtin
                           ? analysis_.exploitability(typed.words.front())
                           : std::nullopt;
    if (exact) {
      tell_exact(*exact, player);
    } else {
      tell_played(player);
    }
    object["player"] = std::move(player);
  }

  void tell_exact(double exploitability, json::object& player) const {
    player["method"] = "best response";
    player["exploitability"] = exploitability;
    if (options_.as_json) return;
    fmt::print(
        "\nThe exploitability of {} is {}: what the best answer to it wins a game, counted in {}.\n"
        "Exact: worked out over all positions.\n",
        entrants_.front().name, number(exploitability), analysis_.unit());
  }

  void tell_played(json::object& player) {
    const LossByPlay played = play();
    const Mean& loss = played.loss;
    const double reach = loss.has_error() ? loss.margin_of_error() : 0;
    player["method"] = "play";
    player["against"] = entrants_.back().name;
    player["seed"] = seed_text(checked_.seed);
    player["games"] = loss.count();
    player["forfeits"] = played.forfeits;
    player["interrupted"] = played.interrupted;
    player["loss"] = loss.count() == 0 ? json::value(nullptr) : json::value(loss.value());
    player["loss_95"] = loss.has_error() ? json::value({loss.value() - reach, loss.value() + reach})
                                         : json::value(nullptr);
    if (!options_.as_json) print_played(played, reach);
    if (played.interrupted) status_ = interrupted;
  }

  void print_played(const LossByPlay& played, double reach) const {
    const Mean& loss = played.loss;
    const std::string& name = entrants_.front().name;
    if (loss.count() == 0) {
      fmt::print("\nNo game of {} was played out, so its loss is unknown.\n", name);
    } else {
      fmt::print("\n{} loses {} a game to {}, counted in {}", name, number(loss.value()),
                 entrants_.back().name, analysis_.unit());
      if (loss.has_error()) {
        fmt::print("; 95 % interval {} to {}", number(loss.value() - reach),
                   number(loss.value() + reach));
      }
      fmt::print(".\nBy play: {}, seed {}{}. Its exploitability may be higher.\n",
                 counted(loss.count(), "game"), seed_text(checked_.seed),
                 played.interrupted ? ", interrupted" : "");
    }
    if (played.forfeits > 0) {
      fmt::print("Left out: {} that ended by a forfeit.\n", counted(played.forfeits, "game"));
    }
  }

  [[nodiscard]] SeriesPlan plan() const {
    SeriesPlan plan;
    plan.settings = checked_.settings;
    plan.entrants = entrants_;
    plan.schedule = Schedule(plan.seats(), options_.games, false, SeedKey(checked_.seed));
    plan.matches = MatchNumbers::up_to(options_.games);
    plan.jobs = std::min(options_.jobs != 0 ? options_.jobs : cores(), options_.games);
    return plan;
  }

  [[nodiscard]] LossByPlay play() const {
    LossByPlay result;
    const SeriesPlan plan = this->plan();
    SeriesDriver driver(match_, checked_, plan);
    driver.begin();
    SeriesHooks hooks = driver.hooks();
    hooks.finished = [&, finished = hooks.finished](const PlayedMatch& match,
                                                    const SeriesResults& so_far) {
      if (match.record.forfeits.empty()) {
        result.loss.add(-analysis_.gain(*match.record.scores, 0));
      } else {
        ++result.forfeits;
      }
      finished(match, so_far);
    };
    const SeriesResults results =
        driver.play(hooks, [&plan](const SeriesHooks& own) { return arena::run(plan, own); });
    if (driver.has_failed()) throw std::runtime_error(driver.failure());
    result.interrupted = driver.was_interrupted() && results.played.size() < plan.matches.size();
    return result;
  }

  const AnalyseOptions& options_;
  const Shell& shell_;
  const AnyGame& game_;
  MatchOptions match_;
  json::object own_options_;
  CheckedSettings checked_;
  AnyAnalysis analysis_;
  std::vector<Entrant> entrants_;  // the player and the best bot; empty without a player
  int status_ = done;
};

/// What was played cannot be chosen: options of matches and of solved games need a match to play.
void check_options_for_files(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    const auto is = [option](const char* name) { return option->check_name(name); };
    if (option->count() > 0 &&
        !(is("GAME") || is("FILE") || is("--jobs") || is("--json") || is("--quiet")))
      throw Error(fmt::format("{} has no meaning for files of played games", option->get_name()));
  }
}

int analyse(const AnalyseOptions& options, const CLI::App& command, const Shell& shell) {
  if (options.files.empty()) return AnalyseRun(options, shell).run();
  if (!shell.players.empty()) throw Error("analyse takes files or a player, not both");
  check_options_for_files(command);
  const AnyGame& game = find_game(shell.games, options.match.game);
  if (!is_reviewed(game))
    refuse(fmt::format("analyse {} reads no files", game.info.name), shell.games);
  const ReviewArgs args{options.files, options.jobs, options.as_json, options.match.quiet};
  return review_files(shell.games, game, args, shell.table_cache);
}

/// Adds the options of all games that have an analysis, and of the analyses, by name.
void add_named_options(CLI::App& command, const Games& games, AnalyseOptions& options) {
  const auto add = [&](const OptionInfo& option, std::string_view game) {
    const std::string flag = "--" + option.name;
    if (command.get_option_no_throw(flag) != nullptr || option.name == "max_refusals") return;
    command.add_option_function<std::string>(
        flag,
        [&options, name = option.name](const std::string& value) { options.by_name[name] = value; },
        fmt::format("Of {}; default: {}", game, compact(option.default_value)));
  };
  for (const auto& game : games) {
    if (!is_analysed(*game)) continue;
    for (const OptionInfo& option : game->analyses->options()) add(option, game->info.name);
    const json::object defaults = game->analyses->defaults({}, {});
    for (OptionInfo option : game->options.list()) {
      if (const json::value* value = defaults.if_contains(option.name))
        option.default_value = *value;
      add(option, game->info.name);
    }
  }
}

}  // namespace

void add_analyse(CLI::App& command, Shell& shell) {
  shell.playing.insert(&command);
  const auto options = std::make_shared<AnalyseOptions>();
  add_match_options(command, options->match);
  command.add_option("FILE", options->files,
                     "Show what the players of these games gave away: files of "
                     "records, stores, or other formats of the game");
  add_named_options(command, shell.games, *options);
  command
      .add_option("-n,--games", options->games,
                  "Games to play where a loss is found by play (default: 1000)")
      ->check(CLI::Range(1, 100'000'000));
  command
      .add_option("-j,--jobs", options->jobs,
                  "Games at a time (default: as many as there are cores)")
      ->check(CLI::Range(1, 1024));
  command.add_flag("--json", options->as_json, "The result as one JSON object on stdout");
  command.footer(
      "\nFor a player (-b NAME, -p COMMAND or -m MODULE), analyse shows its exploitability, if it "
      "is a\nbuilt-in bot that can report its strategy, or else, by play, its loss to the best "
      "built-in bot.\n\n"
      "Examples:\n"
      "  arena analyse bidding\n"
      "  arena analyse bidding --cards 5 --objective win -b random\n"
      "  arena analyse bidding --cards 7 -p python3 mybot.py -n 2000\n"
      "  arena analyse GAME games.jsonl              what each player of these games gave away");
  shell.on(command, [&shell, options, &command] { return analyse(*options, command, shell); });
}

}  // namespace arena::cli
