#include "arena/cli/run/series_driver.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>

#include <fmt/format.h>

#include "arena/players/module_host.hpp"
#include "arena/series/play/earlier_games.hpp"
#include "arena/tournament/stored/stored_match.hpp"
#include "arena/util/error.hpp"
#include "arena/util/parallel.hpp"

namespace arena::cli {

void add_series_options(CLI::App& command, int& jobs, std::optional<RankBy>& rank_by) {
  command.add_option("-j,--jobs", jobs, "Games at a time (default: cores / players, at least 1)")
      ->check(CLI::Range(1, 1024));
  command
      .add_option_function<std::string>(
          "--rank-by",
          [&rank_by](const std::string& by) {
            rank_by = by == "score" ? RankBy::score : RankBy::wins;
          },
          "What counts: wins, or score, the points (default: what counts in the game)")
      ->check(CLI::IsMember({"wins", "score"}));
}

int jobs_for(int jobs, const std::vector<Entrant>& entrants, std::size_t matches) {
  const auto plays_side_by_side = [](const Entrant& entrant) {
    return entrant.kind->plays_side_by_side();
  };
  if (!std::ranges::all_of(entrants, plays_side_by_side)) return 1;
  const int wanted = jobs != 0 ? jobs : jobs_of(static_cast<int>(entrants.size()));
  return std::clamp(wanted, 1, static_cast<int>(std::max<std::size_t>(matches, 1)));
}

SeriesDriver::SeriesDriver(const MatchOptions& options, const CheckedSettings& checked,
                           const SeriesPlan& plan)
    : options_(options),
      checked_(checked),
      plan_(plan),
      report_(*plan.settings.game, plan.entrants),
      progress_(static_cast<int>(plan.matches.size()),
                options.quiet || std::ranges::any_of(plan.entrants, &Entrant::is_person)) {}

void SeriesDriver::open_records() {
  records_ = cli::open_records(options_);
  // No file has matches of a seed that was just drawn.
  if (options_.seed && std::filesystem::is_regular_file(options_.record))
    recorded_ = earlier_games(options_.record, plan_);
}

void SeriesDriver::begin() {
  if (!records_) open_records();
  refuse_recorded(options_.record, plan_, recorded_);
  make_log_dir(options_);
  if (!options_.quiet && !options_.seed) fmt::print(stderr, "Seed {}\n", seed_text(checked_.seed));
  prepare(plan_.entrants, plan_.settings, plan_.seats(), options_.quiet);
  interrupt_.emplace();
}

SeriesHooks SeriesDriver::hooks() {
  SeriesHooks hooks;
  hooks.ready = [this] {
    if (options_.quiet) return;
    warn_of_seed(checked_);
    if (has_processes()) tell_confinement(plan_.settings.sandbox.get(), plan_.settings.pause);
  };
  hooks.record = [this](const PlayedMatch& match) { write(match); };
  hooks.finished = [this](const PlayedMatch& match, const SeriesResults& so_far) {
    report(match);
    progress_.show(static_cast<int>(so_far.played.size()));
  };
  hooks.voided = [this](const std::vector<PlayedMatch>& matches) {
    for (const PlayedMatch& match : matches) say(report_.overload_lines(match));
  };
  hooks.stop = stopping_.get_token();
  return hooks;
}

SeriesResults SeriesDriver::play(const SeriesHooks& hooks, const Play& play) {
  const OnInterrupt on_interrupt(*interrupt_, [this] {
    stop();
    if (records_) records_->give_up();
    if (checked_.defaults.host != nullptr) checked_.defaults.host->break_off();
  });
  SeriesResults results = play(hooks);
  try {
    if (results.failure) std::rethrow_exception(results.failure);
    say(report_.lines(results.late_faults));
    if (records_) records_->close();
  } catch (const Error& error) {
    if (results.played.empty()) throw;
    failure_ = error.what();
  } catch (const std::exception& error) {
    failure_ = error.what();
  }
  progress_.clear();
  if (const std::string hidden = report_.left_out(); !hidden.empty())
    fmt::print(stderr, "{}\n", hidden);
  return results;
}

bool SeriesDriver::has_processes() const {
  return std::ranges::any_of(plan_.entrants, &Entrant::process);
}

bool SeriesDriver::has_failed() const {
  return !failure_.empty() && !(records_ && records_->gave_up());
}

void SeriesDriver::print_failure() const {
  if (!failure_.empty()) fmt::print(stderr, "arena: failed: {}\n", failure_);
}

void SeriesDriver::write(const PlayedMatch& match) {
  if (!records_) return;
  records_->write(to_line(options_.record_times ? match.record : without_times(match.record)));
}

void SeriesDriver::say(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) progress_.say(line);
}

}  // namespace arena::cli
