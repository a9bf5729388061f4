// `arena compare`: plays two bots against each other until it is known which is better.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "arena/cli/match_command.hpp"
#include "arena/cli/run/series_driver.hpp"
#include "arena/cli/shell.hpp"
#include "arena/series/play/given_deals.hpp"
#include "arena/series/statistics/comparison.hpp"
#include "arena/series/statistics/match_report.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/pretty_json.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

struct CompareOptions {
  MatchOptions match;
  std::string margin;  // as typed; empty: none
  std::string until = "95%";
  std::optional<std::pair<double, double>> sprt;  // elo0 and elo1
  int max_deals = 100'000;
  int jobs = 0;  // 0: by the number of cores and players
  bool as_json = false;
  std::optional<RankBy> rank_by;  // by default, what counts in the game
};

/// A number with `%` behind it, as a share. Nothing for anything else.
std::optional<double> read_percent(std::string_view text) {
  if (!text.ends_with('%')) return std::nullopt;
  text.remove_suffix(1);
  const auto number = to_number<double>(text);
  return number ? std::optional(*number / 100) : std::nullopt;
}

/// The share of decisions that may be wrong.
double miss_of(const std::string& until) {
  const std::optional<double> sure = read_percent(until);
  if (!sure || !(*sure >= 0.5 && *sure < 1))
    throw Error(fmt::format("--until must be from 50% to less than 100%, not \"{}\"", until));
  return 1 - *sure;
}

double margin_of(const std::string& text, RankBy by, double most_points) {
  if (text.empty()) return 0;
  if (by == RankBy::wins) {
    const std::optional<double> share = read_percent(text);
    if (!share || !(*share > 0 && *share < 0.5))
      throw Error(fmt::format(
          "--margin must be a part of the win share above 0% and below 50%, such as 2%, not \"{}\"",
          text));
    return *share;
  }
  const auto points = to_number<double>(text);
  if (!points || !(*points > 0 && *points < most_points))
    throw Error(fmt::format(
        "--margin must be points a game, above 0 and below {:g}, not \"{}\"; or compare "
        "by wins: --rank-by wins --margin 2%",
        most_points, text));
  return *points;
}

/// A comparison: its options, and what it prints.
class CompareRun {
 public:
  /// Throws Error, which names what is wrong with the options or players. Starts nothing.
  CompareRun(const CompareOptions& options, const Shell& shell)
      : options_(options),
        checked_(check(options.match, shell)),
        plan_(make_plan(shell.players)),
        head_(comparison_head(plan_, checked_.seed)),
        comparison_(settings()),
        driver_(options.match, checked_, plan_) {}

  /// Plays, prints the result, and returns arena's exit status.
  int run() {
    driver_.begin();
    SeriesHooks hooks = driver_.hooks();
    hooks.finished = [this](const PlayedMatch& match, const SeriesResults&) {
      driver_.report(match);
      driver_.progress().show([this] { return comparison_line(head_, comparison_); });
    };
    const SeriesResults results =
        driver_.play(hooks, [this](const SeriesHooks& own) { return play(own); });
    if (!options_.match.quiet && driver_.has_processes())
      fmt::print(stderr, "{}", host_text(results.host));
    if (options_.as_json) {
      fmt::print("{}\n", compact(comparison_json(head_, comparison_)));
    } else {
      fmt::print("{}", comparison_text(head_, comparison_));
    }
    driver_.print_failure();
    if (driver_.has_failed()) return arena_failed;
    if (comparison_.is_decided()) return is_measured(comparison_) ? done : check_failed;
    return driver_.was_interrupted() ? interrupted : check_failed;
  }

 private:
  SeriesPlan make_plan(const std::vector<PlayerSpec>& players) {
    if (players.size() > 2)
      throw Error(fmt::format("arena compare takes two players, not {}", players.size()));
    SeriesPlan plan;
    plan.settings = checked_.settings;
    plan.entrants = make_entrants(players, options_.match, checked_, true);
    if (std::ranges::any_of(plan.entrants, &Entrant::is_person))
      throw Error("arena compare is for bots: play yourself with `arena play`");
    const int given = deals_to_play(0, plan.settings, options_.match.deals, options_.max_deals);
    plan_comparison(plan, std::min(options_.max_deals, given), checked_.seed);
    plan.jobs = jobs_for(options_.jobs, plan.entrants, plan.matches.size());
    return plan;
  }

  [[nodiscard]] ComparisonSettings settings() const {
    const bool by_wins = options_.sprt && !options_.rank_by;
    ComparisonSettings settings =
        comparison_settings(plan_, by_wins ? RankBy::wins : options_.rank_by);
    settings.miss = miss_of(options_.until);
    settings.margin = margin_of(options_.margin, settings.by, settings.most_points);
    if (!options_.sprt) return settings;
    if (settings.by != RankBy::wins) throw Error("--sprt goes by wins: it needs --rank-by wins");
    if (!options_.margin.empty()) throw Error("--sprt has bounds of its own: leave out --margin");
    const auto [elo0, elo1] = *options_.sprt;
    if (!(elo0 < elo1))
      throw Error(fmt::format("--sprt needs two Elo values, the lower one first, not {:g} {:g}",
                              elo0, elo1));
    settings.sprt = {elo0, elo1, settings.miss, settings.miss};
    return settings;
  }

  /// What comes after the decision does not matter.
  SeriesResults play(const SeriesHooks& hooks) {
    SeriesResults results = play_comparison(plan_, comparison_, hooks);
    if (comparison_.is_decided()) results.failure = nullptr;
    std::erase_if(results.late_faults, [this](const LateFault& late) {
      return late.match >= comparison_.statistics().matches();
    });
    return results;
  }

  const CompareOptions& options_;
  CheckedSettings checked_;
  SeriesPlan plan_;
  ComparisonHead head_;
  Comparison comparison_;
  SeriesDriver driver_;
};

void add_compare_options(CLI::App& command, CompareOptions& options) {
  command.add_option("--margin", options.margin,
                     "Also stop when they are close: the win share within X% of 50 %, or the lead "
                     "less than X points a game (default: never)");
  command.add_option("--until", options.until, "How sure the decision must be (default: 95%)");
  command.add_option_function<std::pair<double, double>>(
      "--sprt", [&options](const std::pair<double, double>& elo) { options.sprt = elo; },
      "Decide by a sequential probability ratio test of these Elo differences: ELO0 ELO1");
  command
      .add_option("--max-deals", options.max_deals,
                  "Deals after which to stop without a decision (default: 100000)")
      ->check(CLI::Range(1, 50'000'000));
  add_series_options(command, options.jobs, options.rank_by);
  command.add_flag("--json", options.as_json, "The result as one JSON object on stdout");
  for (const char* name : {"--margin", "--until"}) command.get_option(name)->check(not_empty);
}

}  // namespace

void add_compare(CLI::App& command, Shell& shell) {
  shell.playing.insert(&command);
  const auto options = std::make_shared<CompareOptions>();
  add_match_options(command, options->match);
  command.add_option("--seats", options->match.seats,
                     "Seats at the table (default: as many as the game needs)");
  add_deals_option(command, options->match);
  add_compare_options(command, *options);
  command.footer(
      "\nEach deal is played once per seating, unless all seats are alike. Exit status 0: it is "
      "decided; 1: it is not after --max-deals, or a bot forfeited every game." +
      bots_help(
          "  arena compare lost_cities -p ./new -p ./old               which is better?\n"
          "  arena compare lost_cities -p ./new -p ./old --margin 2%   or is there no difference?\n"
          "  arena compare lost_cities -p ./new -p ./old --sprt 0 10   as in chess testing"));
  shell.on(command, [&shell, options] { return CompareRun(*options, shell).run(); });
}

}  // namespace arena::cli
