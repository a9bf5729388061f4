// Figures of a series that are adjusted for the luck of the deals.
#pragma once

#include <cstdint>

#include <catch2/catch.hpp>

#include "arena/series/play/run.hpp"
#include "arena/series/statistics/adjusted_statistics.hpp"

namespace arena::test {

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
