#include "arena/cli/run/series_run.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>

#include <fmt/format.h>

#include "arena/cli/browser.hpp"
#include "arena/core/protocol_list.hpp"
#include "arena/players/module_host.hpp"
#include "arena/process/spawn/program.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/series/play/given_deals.hpp"
#include "arena/tournament/stored/stored_match.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/pretty_json.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

/// Formats a number as Python does: the fewest digits that give the same number, with a point.
std::string shortest(double number) {
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

bool has_person(const std::vector<Entrant>& entrants) {
  return std::ranges::any_of(entrants, &Entrant::is_person);
}

bool plays_duplicate(const SeriesOptions& options, const SeriesPlan& plan) {
  return options.duplicate || (!has_person(plan.entrants) && plan.settings.table_comparison());
}

/// Reads "3,7-9" as numbers from 0: 2, 6, 7, 8. Throws Error for other texts or beyond `count`.
MatchNumbers read_numbers(std::string_view text, int count) {
  MatchNumbers numbers;
  std::string_view left = text;
  while (true) {
    const std::string_view part = left.substr(0, left.find(','));
    const std::size_t dash = part.find('-');
    const auto first = to_number<int>(part.substr(0, dash));
    const auto last =
        dash == std::string_view::npos ? first : to_number<int>(part.substr(dash + 1));
    if (!first || !last || *first < 1 || *last < *first || *last > count) {
      throw Error(
          fmt::format("--play must be numbers and ranges from 1 to {}, such as 3,7-9, not \"{}\"",
                      count, text));
    }
    numbers.add({*first - 1, *last - 1});
    if (part.size() == left.size()) return numbers;
    left.remove_prefix(part.size() + 1);
  }
}

/// Quotes a word with control characters for bash and zsh.
std::string dollar_quoted(std::string_view word) {
  std::string quoted = "$'";
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7F) {
      quoted += fmt::format("\\x{:02x}", byte);
    } else {
      if (c == '\'' || c == '\\') quoted += '\\';
      quoted += c;
    }
  }
  return quoted + "'";
}

/// The shell command that plays the matches `left` of the run described by `shell`; without numbers
/// if a store knows them. `drawn_seed`: the run's seed, if its arguments do not contain it.
std::string resume_command(const Shell& shell, const MatchNumbers& left,
                           std::optional<RootSeed> drawn_seed) {
  std::vector<std::string> words = {"arena", shell.args.front()};
  if (!left.empty()) words.insert(words.end(), {"--play", numbers_text(left)});
  if (drawn_seed) words.insert(words.end(), {"--seed", seed_text(*drawn_seed)});
  const std::vector<std::string> rest = without_option(shell.args, "--play", shell.is_option);
  words.insert(words.end(), rest.begin() + 1, rest.end());
  return joined(words, " ", [](const std::string& word) {
    return escaped(word) == word ? shell_word(word) : dollar_quoted(word);
  });
}

}  // namespace

void add_play_option(CLI::App& command, SeriesOptions& options) {
  command
      .add_option("--play", options.play,
                  "Play only these games of the run, such as 3,7-9 (to go on after Ctrl-C)")
      ->check(not_empty);
}

SeriesRun::SeriesRun(const SeriesOptions& options, const std::vector<PlayerSpec>& players,
                     const Shell& shell)
    : options_(options),
      shell_(shell),
      players_(players),
      checked_(check(options.match, shell)),
      plan_(make_plan(players)),
      driver_(options.match, checked_, plan_) {
  if (options.baseline) take_baseline();
  begin_deal_report();
  if (options.open) pages_.emplace(*checked_.settings.game);
}

void SeriesRun::take_baseline() {
  const AnyGame& game = *checked_.settings.game;
  if (!game.baseline)
    throw Error(fmt::format("--baseline: {} has no baseline, so there is nothing to adjust by",
                            game.info.title));
  adjusted_.emplace(game, plan_.settings.options, plan_.schedule, SeedKey(checked_.seed));
}

int SeriesRun::run() {
  driver_.open_records();
  plan_.earlier = driver_.recorded();
  open_store();
  driver_.begin();
  if (options_.browser) sit_in_browser();
  results_ = driver_.play(make_hooks(),
                          [this](const SeriesHooks& hooks) { return arena::run(plan_, hooks); });
  const MatchNumbers left = plan_.matches.without(results_.played);
  if (table_ && left.empty()) table_->finish();
  print_standing();
  if (pages_) pages_->show();
  driver_.print_failure();
  if (results_.failed_fast) {
    if (!options_.match.quiet)
      fmt::print(stderr, "Ended at the first forfeit, as --fail-fast says.\n");
  } else if (!left.empty()) {
    const auto drawn = !options_.match.seed ? std::optional(checked_.seed) : std::nullopt;
    fmt::print(stderr, "\nTo play the rest:\n  {}\n",
               resume_command(shell_, store_ ? MatchNumbers() : left, drawn));
  }
  if (driver_.has_failed()) return arena_failed;
  if (results_.failed_fast) return check_failed;
  if (!left.empty() && !person_left_) return interrupted;
  const bool fault = results_.statistics.forfeits() > 0 || driver_.any_fault();
  return options_.strict && fault ? check_failed : done;
}

SeriesHooks SeriesRun::make_hooks() {
  SeriesHooks hooks = driver_.hooks();
  // A match that cannot be recorded does not count. Resuming the run plays it again.
  hooks.record = [this, record = hooks.record](const PlayedMatch& match) {
    record(match);
    if (store_) store_->add(match);
    if (pages_) pages_->add(match.record);
    if (table_) table_->played(match);
    if (deal_report_)
      deal_report_->describe(plan_.schedule.deal_of(match.number),
                             match.number % plan_.schedule.tables(), match.record);
  };
  if (table_)
    hooks.progress = [this](int match, auto moves, auto forfeits) {
      table_->moved(match, moves, forfeits);
    };
  hooks.count = [this](int match, const MatchResult& result) {
    if (adjusted_) adjusted_->add(match, result);
    if (deal_report_)
      deal_report_->add(plan_.schedule.deal_of(match), match % plan_.schedule.tables(), result);
    if (options_.scores) fmt::print("{}\n", result.scores.front());
  };
  hooks.finished = [this, finished = hooks.finished](const PlayedMatch& match,
                                                     const SeriesResults& so_far) {
    finished(match, so_far);
    person_left_ = person_left_ || person_left(match, plan_.entrants);
    if (person_left_) driver_.stop();
  };
  return hooks;
}

void SeriesRun::sit_in_browser() {
  table_ = shell_.browser_table(plan_);
  for (Entrant& entrant : plan_.entrants) {
    if (!entrant.is_person()) continue;
    entrant.kind = table_->person();
    entrant.protocol = shared_protocol;
  }
  fmt::print(stderr, "You play at {}\n", table_->address());
  show_in_browser(table_->address());
}

SeriesPlan SeriesRun::make_plan(const std::vector<PlayerSpec>& players) {
  SeriesPlan plan;
  plan.settings = checked_.settings;
  if (options_.in_process) start_host(players);
  plan.entrants = make_entrants(players, options_.match, checked_, true);
  check_scores(plan);
  plan.schedule =
      Schedule(checked_.settings.game->info.sides_of(plan.seats()), deals_to_play(plan.entrants),
               plays_duplicate(options_, plan), SeedKey(checked_.seed));
  const int matches = plan.schedule.matches();
  plan.matches =
      options_.play.empty() ? MatchNumbers::up_to(matches) : read_numbers(options_.play, matches);
  plan.void_overloaded = options_.void_overloaded;
  plan.fail_fast = options_.fail_fast;
  plan.jobs = jobs_for(options_.jobs, plan.entrants, plan.matches.size());
  return plan;
}

int SeriesRun::deals_to_play(const std::vector<Entrant>& entrants) const {
  const SeriesSettings& settings = checked_.settings;
  return arena::deals_to_play(options_.games, settings, options_.match.deals,
                              has_person(entrants) ? 1 : settings.game->info.default_matches);
}

void SeriesRun::begin_deal_report() {
  constexpr int most_by_default = 32;
  const AnyGame& game = *checked_.settings.game;
  const Schedule& schedule = plan_.schedule;
  const bool exists = DealReport::exists(game, plan_.settings.options, schedule.tables());
  if (!exists && options_.by_deal)
    throw Error(
        "--by-deal is for games that compare two tables of each deal, such as those of a team "
        "match");
  if (exists && (options_.by_deal || schedule.deals() <= most_by_default))
    deal_report_.emplace(game, plan_.settings.options,
                         team_names(plan_.entrants, schedule.sides()));
}

void SeriesRun::start_host(const std::vector<PlayerSpec>& players) {
  const bool any = std::ranges::any_of(
      players, [](const PlayerSpec& player) { return player.kind == PlayerKind::module; });
  if (!any) throw Error("--in-process is for Python modules: give one with -m");
  if (options_.match.limits.has_sandbox())
    throw Error("--in-process runs modules inside arena, where --sandbox cannot contain them");
  if (options_.match.limits.pause || checked_.time().clock == ClockKind::cpu)
    throw Error(
        "--in-process runs modules inside arena, where neither --clock cpu nor --pause works");
  if (options_.jobs > 1)
    throw Error(fmt::format("--in-process plays one game at a time, not -j {}", options_.jobs));
  if (!options_.match.quiet) {
    fmt::print(
        stderr,
        "Modules run inside arena: nothing protects it from them, and no limit of time holds. "
        "Ctrl-C ends a module that hangs.\n");
  }
  const std::string python = checked_.defaults.python();
  checked_.defaults.host = &start_module_host(
      python == PlayerDefaults().python() ? "" : find_program(python), python_folder());
}

void SeriesRun::check_scores(const SeriesPlan& plan) const {
  if (!options_.scores) return;
  if (plan.entrants.size() != 1)
    throw Error(fmt::format("--scores is for one player, not {}", plan.entrants.size()));
  if (options_.as_json) throw Error("--scores and --json both want stdout: give one of them");
}

void SeriesRun::open_store() {
  if (options_.store.empty()) return;
  if (!options_.match.deals.empty())
    throw Error("--deals excludes --store: there, all deals come from the seed");
  if (!options_.play.empty())
    throw Error("with --store, arena knows itself which games are left: leave out --play");
  const Sides sides = plan_.schedule.sides();
  if (sides.count() < 2) throw Error("--store needs two players or more");
  RunDescription run{seed_text(checked_.seed), "arena " + join_words(shell_.args), {}};
  for (std::size_t i = 0; i < plan_.entrants.size(); ++i) {
    const Entrant& entrant = plan_.entrants[i];
    if (entrant.is_person()) throw Error("a person cannot play into a store");
    const auto side = static_cast<std::size_t>(sides.of(static_cast<Seat>(i)));
    if (entrant.name != plan_.entrants[side].name)
      throw Error("with --store, one bot plays all seats of a side");
    if (i != side) continue;
    const PlayerSpec player =
        i < players_.size()
            ? players_[i]
            : PlayerSpec{.kind = PlayerKind::builtin,
                         .words = {std::string(checked_.settings.game->builtins.default_name())}};
    StoredEntrant& stored = run.players.emplace_back();
    stored.name = entrant.name;
    stored.player = to_json(kept_player(player, *checked_.settings.game, options_.store));
    stored.files_hash = player_files_hash(stored.player, options_.store);
  }
  plan_.settings.record_times = true;
  store_.emplace(options_.store, plan_, std::move(run));
  plan_.earlier = store_->earlier();
  MatchNumbers stored;
  for (const auto& [number, result] : plan_.earlier) stored.add(number);
  plan_.matches = plan_.matches.without(stored);
}

AdjustedHead SeriesRun::adjusted_head(const StandingHead& head) const {
  return {head.title, checked_.settings.game->baseline, head.names,
          results_.statistics.ranking(head.rank_by), head.rank_by};
}

void SeriesRun::print_mean() const {
  const ScoreCounts& scores = results_.statistics.of(0).scores;
  const auto add = [](double sum, const auto& entry) {
    return sum + static_cast<double>(entry.first) * entry.second;
  };
  const double sum = std::accumulate(scores.begin(), scores.end(), 0.0, add);  // whole, so exact
  if (!scores.empty()) fmt::print("{}\n", shortest(sum / results_.statistics.matches()));
}

void SeriesRun::print_standing() const {
  const SeriesStatistics& statistics = results_.statistics;
  StandingHead head = standing_head(plan_, results_, checked_.seed);
  head.interrupted = driver_.was_interrupted() && !head.complete;
  head.rank_by = options_.rank_by.value_or(head.rank_by);
  if (options_.scores) {
    print_mean();
  } else if (options_.as_json) {
    json::object result = standing_json(head, statistics);
    if (driver_.has_processes()) result["host"] = host_json(results_.host);
    if (adjusted_) result["adjusted"] = adjusted_json(adjusted_head(head), *adjusted_);
    if (deal_report_) result["by_deal"] = deal_report_->json();
    fmt::print("{}\n", compact(result));
  } else if (options_.always_standing || plan_.matches.size() > 1 || !plan_.earlier.empty()) {
    if (deal_report_ && statistics.matches() > 0) fmt::print("{}\n", deal_report_->text());
    fmt::print("{}", standing_text(head, statistics));
    if (adjusted_) fmt::print("{}", adjusted_text(adjusted_head(head), *adjusted_));
  }
  if (options_.match.quiet || !driver_.has_processes()) return;
  const bool several = plan_.matches.size() > 1;
  std::fflush(
      stdout);  // the following text is about the standing; keeps their order in a common file
  fmt::print(stderr, "{}", several ? host_text(results_.host) : overload_text(results_.host));
}

}  // namespace arena::cli
