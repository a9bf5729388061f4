// A series of built-in bots, for tests and proofs that play many games.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arena/series/entrants/builtin_entrant.hpp"
#include "arena/series/run.hpp"

namespace arena::test {

/// `bots`: by seat.
inline SeriesPlan builtin_plan(const AnyGame& game, const std::vector<std::string>& bots, int deals,
                               bool duplicate, std::uint64_t seed,
                               const json::object& options = {}) {
  SeriesPlan plan;
  plan.settings.game = &game;
  plan.settings.options = game.check_options(options);
  for (const std::string& bot : bots) {
    const std::string name = bot + '-' + std::to_string(plan.entrants.size() + 1);
    plan.entrants.push_back({name, std::make_shared<BuiltinEntrant>(bot), {}, {}});
    plan.entrants.back().max_refusals = game.max_refusals(options);
  }
  plan.schedule = Schedule(game.info().sides_of(static_cast<int>(bots.size())), deals, duplicate,
                           SeedKey(seed));
  plan.matches = MatchNumbers::up_to(plan.schedule.matches());
  return plan;
}

}  // namespace arena::test
