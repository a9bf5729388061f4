// Rows of searches: iterations of the built-in bots `search`, and roll-outs by a bot of arena.
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arena/core/position.hpp"
#include "arena/core/rng.hpp"
#include "arena/game/games.hpp"
#include "bench/bench.hpp"
#include "games/lost_cities/lost_cities.hpp"

namespace arena::bench {

namespace {

constexpr std::string_view searcher = "search";

bool has_search(const AnyGame& game) {
  for (const BuiltinInfo& bot : game.builtins.list()) {
    if (bot.name == searcher) return true;
  }
  return false;
}

/// Iterations a second over the first move of a match.
double iterations_per_second(const AnyGame& game, int iterations) {
  StateSetup setup;
  setup.seats = game.info.least_seats;
  setup.keeps_events = true;
  const auto state = game.states.start(setup);
  const Seat seat = state->actors().front();
  const auto bot = game.builtins.make({fmt::format("{} iterations={}", searcher, iterations), 1},
                                      setup, seat, nullptr);
  bot->watch(*state, seat, 0);
  const auto view = state->view(seat);
  const Stopwatch watch;
  static_cast<void>(bot->move(*view));
  return iterations / watch.seconds();
}

double playouts_per_second(const AnyGame& game, int games) {
  const Stopwatch watch;
  static_cast<void>(game.playouts(static_cast<std::uint64_t>(games), 1));
  return games / watch.seconds();
}

/// Moves a second of `greedy` against itself, as in the roll-outs of a search.
double greedy_moves_per_second(int games) {
  using lost_cities::LostCities;
  std::unique_ptr<Bot<LostCities>> greedy;
  for (const Builtin<LostCities>& builtin : lost_cities::builtins()) {
    if (builtin.name == "greedy") greedy = builtin.make({});
  }
  std::uint64_t moves = 0;
  const Stopwatch watch;
  for (int i = 0; i < games; ++i) {
    Setup<LostCities> setup;
    setup.seed = {mix_seed(1, "deal", static_cast<std::uint64_t>(i)), i};
    Position<LostCities> now(setup);
    for (; !now.over(); ++moves) {
      const Seat seat = now.actors().front();
      now.apply(seat, greedy->move(now.view(seat)));
    }
  }
  return static_cast<double>(moves) / watch.seconds();
}

}  // namespace

std::vector<Result> search(const Bench& bench) {
  const Games games = all_games();
  std::vector<Result> lines;
  for (const auto& game : games) {
    if (!has_search(*game)) continue;
    Result line{"search of " + std::string(game->info.name) + ", first move, one thread",
                "iterations/s", "random play", "games/s"};
    for (int run = 0; run < bench.runs; ++run)
      line.add(iterations_per_second(*game, bench.times(1000, 5)),
               playouts_per_second(*game, bench.times(1000, 5)));
    lines.push_back(std::move(line));
  }
  Result rolled{"roll-outs of lost_cities by greedy, one thread", "moves/s", "", "",
                at_least(700'000)};
  for (int run = 0; run < bench.runs; ++run)
    rolled.figure.add(greedy_moves_per_second(bench.times(5000, 5)));
  lines.push_back(std::move(rolled));
  return lines;
}

}  // namespace arena::bench
