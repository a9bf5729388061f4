#include "arena/series/comparison_run.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arena/series/teams.hpp"
#include "arena/util/error.hpp"

namespace arena {

void plan_comparison(SeriesPlan& plan, int max_deals, const RootSeed& seed) {
  const GameInfo& info = plan.settings.game->info();
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
  settings.by = by.value_or(game.info().rank_by);
  settings.more_is_better = game.info().more_is_better;
  settings.tables = plan.schedule.tables();
  const int most = game.most_margin(plan.settings.options, plan.seats());
  settings.most_points = most;
  if (settings.tables == 1) return settings;
  settings.compare = plan.settings.table_comparison();
  if (settings.compare)
    settings.most_points = settings.compare(most, -most) - settings.compare(-most, most);
  return settings;
}

ComparisonHead comparison_head(const SeriesPlan& plan, const RootSeed& seed) {
  const GameInfo& info = plan.settings.game->info();
  return {std::string(info.name), std::string(info.title),
          team_names(plan.entrants, plan.schedule.sides()), seed, plan.settings.options};
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
