// Series in arena's own process, for tests and proofs that play many games: plans with built-in
// bots, and their matches.
#pragma once

#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arena/series/entrants/entrants.hpp"
#include "arena/series/play/run.hpp"

namespace arena::test {

inline Entrant builtin(const std::string& name, const std::string& bot) {
  Entrant entrant;
  entrant.name = name;
  entrant.kind = std::make_shared<BuiltinEntrant>(bot);
  return entrant;
}

/// A key takes hundredths of a second, on purpose; hundreds of plans have the same few.
inline const SeedKey& key_of(std::uint64_t seed) {
  static std::map<std::uint64_t, SeedKey> keys;
  return keys.try_emplace(seed, seed).first->second;
}

/// All matches of a series of so many deals. `players`: by seat.
inline SeriesPlan plan_of(const AnyGame& game, std::vector<Entrant> players, int deals,
                          bool duplicate, std::uint64_t seed, const json::object& options = {}) {
  SeriesPlan plan;
  plan.settings.game = &game;
  plan.settings.options = game.options.check(options);
  plan.entrants = std::move(players);
  for (Entrant& entrant : plan.entrants) entrant.max_refusals = game.options.max_refusals(options);
  plan.schedule = Schedule(game.info.sides_of(plan.seats()), deals, duplicate, key_of(seed));
  plan.matches = MatchNumbers::up_to(plan.schedule.matches());
  return plan;
}

/// The same for built-in bots, which are called "random-1" and so on.
inline SeriesPlan builtin_plan(const AnyGame& game, const std::vector<std::string>& bots, int deals,
                               bool duplicate, std::uint64_t seed,
                               const json::object& options = {}) {
  std::vector<Entrant> players;
  for (const std::string& bot : bots)
    players.push_back(builtin(fmt::format("{}-{}", bot, players.size() + 1), bot));
  return plan_of(game, std::move(players), deals, duplicate, seed, options);
}

struct Played {
  std::vector<PlayedMatch> matches;
  SeriesStatistics statistics{1, true};
};

inline Played play(const SeriesPlan& plan) {
  Played played;
  SeriesHooks hooks;
  hooks.record = [&played](const PlayedMatch& match) { played.matches.push_back(match); };
  SeriesResults results = run(plan, hooks);
  if (results.failure) std::rethrow_exception(results.failure);
  played.statistics = std::move(results.statistics);
  return played;
}

/// A bot in arena's own process that only moves.
class MovingBot : public InProcessBot {
 public:
  [[nodiscard]] bool listens() const override { return false; }
  void begin(const json::object& /*start*/) override {}
  void see(const json::object& /*event*/) override {}
  void end(const json::object& /*result*/) override {}
  void refused(std::string_view /*why*/) override {}
  [[nodiscard]] std::string late_fault() const override { return ""; }
  [[nodiscard]] std::string complaint() const override { return ""; }
};

}  // namespace arena::test
