#include "arena/cli/compare/compare_run.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "arena/cli/run/series_run.hpp"
#include "arena/series/teams.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text.hpp"

namespace arena::cli {

namespace {

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
    throw Error(
        fmt::format("--margin must be points a game, above 0 and below {:g}, not \"{}\"; or compare "
                    "by wins: --rank-by wins --margin 2%",
                    most_points, text));
  return *points;
}

bool has_processes(const SeriesPlan& plan) {
  return std::ranges::any_of(plan.entrants, &Entrant::process);
}

ComparisonHead head_of(const SeriesPlan& plan, const RootSeed& seed) {
  const GameInfo& info = plan.settings.game->info();
  return {std::string(info.name), std::string(info.title),
          team_names(plan.entrants, plan.schedule.sides()), seed, plan.settings.options};
}

}  // namespace

CompareRun::CompareRun(const CompareOptions& options, const Shell& shell)
    : options_(options),
      checked_(check(options.match, shell)),
      plan_(make_plan(shell.players)),
      head_(head_of(plan_, checked_.seed)),
      comparison_(settings()),
      report_(*checked_.settings.game, plan_.entrants),
      progress_(static_cast<int>(plan_.matches.size()), options.match.quiet) {}

SeriesPlan CompareRun::make_plan(const std::vector<PlayerArg>& players) {
  if (players.size() > 2)
    throw Error(fmt::format("arena compare takes two players, not {}", players.size()));
  SeriesPlan plan;
  plan.settings = checked_.settings;
  plan.entrants = make_entrants(players, options_.match, checked_, true);
  if (std::ranges::any_of(plan.entrants, &Entrant::is_person))
    throw Error("arena compare is for bots: play yourself with `arena play`");
  plan_comparison(plan, options_.max_deals, checked_.seed);
  plan.jobs = jobs_for(options_.jobs, plan.entrants, plan.matches.size());
  return plan;
}

ComparisonSettings CompareRun::settings() const {
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
    throw Error(
        fmt::format("--sprt needs two Elo values, the lower one first, not {:g} {:g}", elo0, elo1));
  settings.sprt = {elo0, elo1, settings.miss, settings.miss};
  return settings;
}

int CompareRun::run() {
  records_ = open_records(options_.match);
  make_log_dir(options_.match);
  if (!options_.match.quiet && options_.match.seed.empty())
    fmt::print(stderr, "Seed {}\n", seed_text(checked_.seed));
  prepare(plan_.entrants, plan_.settings, plan_.seats(), options_.match.quiet);
  Interrupt interrupt;
  const std::string failure = play(interrupt);
  progress_.clear();
  print_remarks();
  print_result();
  if (!failure.empty()) fmt::print(stderr, "arena: failed: {}\n", failure);
  if (!failure.empty() && !(records_ && records_->gave_up())) return arena_failed;
  if (comparison_.is_decided()) return done;
  return interrupt.came() ? interrupted : check_failed;
}

std::string CompareRun::play(Interrupt& interrupt) {
  ComparisonHooks hooks;
  hooks.ready = [this] {
    if (options_.match.quiet) return;
    warn_of_seed(checked_);
    if (has_processes(plan_)) tell_confinement(plan_.settings.sandbox.get(), plan_.settings.pause);
  };
  hooks.record = [this](const PlayedMatch& match) {
    if (records_) records_->write(to_line(match.record));
  };
  hooks.counted = [this](const PlayedMatch& match) {
    for (const std::string& line : report_.lines(match)) progress_.say(line);
    progress_.show([this] { return comparison_line(head_, comparison_); });
  };
  hooks.stop = stopping_.get_token();
  const OnInterrupt stop(interrupt, [this] {
    stopping_.request_stop();
    if (records_) records_->give_up();
  });
  results_ = play_comparison(plan_, comparison_, hooks);
  try {
    if (results_.failure && !comparison_.is_decided()) std::rethrow_exception(results_.failure);
    if (records_) records_->close();
  } catch (const Error& error) {
    if (results_.played.empty()) throw;  // bad input that could not be seen before
    return error.what();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

void CompareRun::print_remarks() {
  const auto is_later = [this](const LateFault& late) {
    return late.match >= comparison_.statistics().matches();
  };
  std::erase_if(results_.late_faults, is_later);
  for (const std::string& line : report_.lines(results_.late_faults)) progress_.say(line);
  if (const std::string hidden = report_.left_out(); !hidden.empty())
    fmt::print(stderr, "{}\n", hidden);
  if (!options_.match.quiet && has_processes(plan_))
    fmt::print(stderr, "{}", host_text(results_.host));
}

void CompareRun::print_result() const {
  if (options_.as_json) {
    fmt::print("{}\n", boost::json::serialize(comparison_json(head_, comparison_)));
  } else {
    fmt::print("{}", comparison_text(head_, comparison_));
  }
}

}  // namespace arena::cli
