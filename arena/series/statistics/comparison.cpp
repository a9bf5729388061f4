#include "arena/series/statistics/comparison.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "arena/series/entrants/entrants.hpp"
#include "arena/util/error.hpp"

namespace arena {

Comparison::Comparison(const ComparisonSettings& settings)
    : settings_(settings),
      sequence_(settings.miss),
      statistics_(2, settings.more_is_better, settings.compare),
      deal_(2, settings.more_is_better, settings.compare) {
  if (settings.sprt) sprt_.emplace(*settings.sprt);
}

void Comparison::add(const std::vector<int>& player_at, const MatchResult& result) {
  if (is_decided()) return;
  statistics_.add(deals(), player_at, result);
  deal_.add(0, player_at, result);
  if (deal_.matches() == settings_.tables) add_deal();
}

void Comparison::add_deal() {
  deal_.finish();
  statistics_.finish();
  const Lead& lead = deal_.lead(0, 1);
  const double most = settings_.most_points;
  const double value = settings_.by == RankBy::wins
                           ? lead.share.value()
                           : (std::clamp(lead.counted_score.value(), -most, most) / most + 1) / 2;
  sequence_.add(value);
  values_.add(value);
  if (sprt_) sprt_->add(value);
  deal_ = SeriesStatistics(2, settings_.more_is_better, settings_.compare);
}

double Comparison::margin_of_share() const {
  return settings_.by == RankBy::wins ? settings_.margin
                                      : settings_.margin / (2 * settings_.most_points);
}

bool Comparison::is_decided() const {
  return sprt_ ? sprt_->verdict() != Sprt::Verdict::not_yet : decision() != Decision::not_yet;
}

std::optional<long> Comparison::more_deals() const {
  if (!sprt_) return more_values(sequence_, margin_of_share());
  const std::optional<double> more = sprt_->more_deals();
  return more ? std::optional(std::lround(std::ceil(*more))) : std::nullopt;
}

double Comparison::value() const {
  return settings_.by == RankBy::wins ? values_.value()
                                      : (2 * values_.value() - 1) * settings_.most_points;
}

Interval Comparison::interval() const {
  const auto [low, high] = sequence_.interval();
  if (settings_.by == RankBy::wins) return {low, high};
  return {(2 * low - 1) * settings_.most_points, (2 * high - 1) * settings_.most_points};
}

void plan_comparison(SeriesPlan& plan, int max_deals, const RootSeed& seed) {
  const GameInfo& info = plan.settings.game->info;
  const Sides sides = info.sides_of(plan.seats());
  if (sides.count() != 2)
    throw Error(fmt::format("a comparison needs two sides; here are {}", sides.count()));
  const int most_deals = 100'000'000 / sides.count();
  plan.schedule =
      Schedule(sides, std::min(max_deals, most_deals), !info.seats_are_alike, SeedKey(seed));
  plan.matches = MatchNumbers::up_to(plan.schedule.matches());
}

ComparisonSettings comparison_settings(const SeriesPlan& plan, std::optional<RankBy> by) {
  const AnyGame& game = *plan.settings.game;
  ComparisonSettings settings;
  settings.by = by.value_or(game.info.rank_by);
  settings.more_is_better = game.info.more_is_better;
  settings.tables = plan.schedule.tables();
  const int most = game.options.most_margin(plan.settings.options, plan.seats());
  settings.most_points = most;
  if (settings.tables == 1) return settings;
  settings.compare = plan.settings.table_comparison();
  if (settings.compare)
    settings.most_points = settings.compare(most, -most) - settings.compare(-most, most);
  return settings;
}

ComparisonHead comparison_head(const SeriesPlan& plan, const RootSeed& seed) {
  const GameInfo& info = plan.settings.game->info;
  return {std::string(info.name),
          std::string(info.title),
          team_names(plan.entrants, plan.schedule.sides()),
          seed,
          plan.settings.options,
          info.version,
          builtins_json(plan.entrants, *plan.settings.game)};
}

SeriesResults play_comparison(const SeriesPlan& plan, Comparison& comparison,
                              const SeriesHooks& hooks) {
  std::stop_source stopping;
  const std::stop_callback stop(hooks.stop, [&stopping] { stopping.request_stop(); });
  const Sides sides = plan.schedule.sides();
  const auto counts = [&comparison](const PlayedMatch& match) {
    return !comparison.is_decided() && match.number == comparison.statistics().matches();
  };
  SeriesHooks own = hooks;
  own.record = [&](const PlayedMatch& match) {
    if (counts(match)) hooks.record(match);
  };
  own.finished = [&](const PlayedMatch& match, const SeriesResults& so_far) {
    if (!counts(match)) return;
    comparison.add(teams_at(match.player_at, sides), result_of(match.record, sides.count()));
    hooks.finished(match, so_far);
    if (comparison.is_decided()) stopping.request_stop();
  };
  own.stop = stopping.get_token();
  return run(plan, own);
}

}  // namespace arena
