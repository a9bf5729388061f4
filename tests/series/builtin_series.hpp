// Series of built-in bots, and their figures that are adjusted for the luck of the deals.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/any_game.hpp"
#include "arena/series/adjusted_statistics.hpp"
#include "arena/series/entrants/builtin_entrant.hpp"
#include "arena/series/run.hpp"

namespace arena::test {

/// `bots` by player.
inline SeriesPlan plan_of(const AnyGame& game, const std::vector<std::string>& bots, int deals,
                          bool duplicate, std::uint64_t seed) {
  SeriesPlan plan;
  plan.settings.game = &game;
  for (const std::string& bot : bots) {
    Entrant entrant{
        bot + std::to_string(plan.entrants.size()), std::make_shared<BuiltinEntrant>(bot), {}, {}};
    entrant.max_refusals = game.max_refusals({});
    plan.entrants.push_back(std::move(entrant));
  }
  const int seats = static_cast<int>(bots.size());
  plan.schedule = Schedule(game.info().sides_of(seats), deals, duplicate, SeedKey(seed));
  plan.matches = MatchNumbers::up_to(plan.schedule.matches());
  return plan;
}

/// Plays the plan, and hands its results to the adjusted statistics.
inline AdjustedStatistics adjusted(const SeriesPlan& plan, std::uint64_t seed) {
  AdjustedStatistics statistics(*plan.settings.game, {}, plan.schedule, SeedKey(seed));
  SeriesHooks hooks;
  hooks.count = [&statistics](int match, const MatchResult& result) {
    statistics.add(match, result);
  };
  REQUIRE_FALSE(run(plan, hooks).failure);
  return statistics;
}

}  // namespace arena::test
