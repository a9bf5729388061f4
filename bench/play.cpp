// Rows of in-process play: whole matches with uniformly random moves, by AnyStates::playouts.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "arena/core/rng.hpp"
#include "arena/game/games.hpp"
#include "bench/bench.hpp"

namespace arena::bench {

namespace {

double draws_per_second(int draws) {
  Rng rng(1);
  std::uint64_t sum = 0;
  const Stopwatch watch;
  for (int i = 0; i < draws; ++i) sum += rng.next();
  const volatile std::uint64_t kept = sum;  // keeps the compiler from removing the loop
  static_cast<void>(kept);
  return draws / watch.seconds();
}

/// Plays in `threads` threads. Sets `seconds`.
Playouts played_in(const AnyGame& game, const json::object& options, int threads, int games,
                   double& seconds) {
  const auto play = [&](std::uint64_t seed) {
    return game.states.playouts(options, game.info.least_seats, static_cast<std::uint64_t>(games),
                                seed, [] {});
  };
  std::vector<std::thread> running;
  std::vector<Playouts> played(static_cast<std::size_t>(threads));
  const Stopwatch watch;
  for (std::uint64_t i = 1; i < played.size(); ++i)
    running.emplace_back([&, i] { played[i] = play(i); });
  played[0] = play(0);
  for (std::thread& thread : running) thread.join();
  seconds = watch.seconds();
  Playouts sum;
  for (const Playouts& one : played) {
    if (one.moves == 0) throw std::runtime_error("no move was made");
    sum.matches += one.matches;
    sum.moves += one.moves;
  }
  return sum;
}

double games_per_second(const AnyGame& game, int threads, int games) {
  double seconds = 0;
  const Playouts played = played_in(game, {}, threads, games, seconds);
  return static_cast<double>(played.matches) / seconds;
}

/// The targets of one thread, in games or moves per second.
struct Goal {
  std::string_view game;
  double bar;
  double goal;
};
constexpr std::array goals = {
    Goal{"lost_cities", 200'000, 400'000}, Goal{"bidding", 4'000'000, 8'000'000},
    Goal{"streams", 3'000'000, 6'000'000}, Goal{"yard_bridge", 15'000'000, 40'000'000},
    Goal{"most", 1'000'000, 5'000'000},    Goal{"bridge", 350'000, 1'000'000}};

std::optional<Bar> bar_of(std::string_view game) {
  const auto* goal = std::ranges::find(goals, game, &Goal::game);
  if (goal == goals.end()) return std::nullopt;
  return at_least(goal->bar, goal->goal);
}

/// Games with many deals are measured by one deal, in moves.
bool has_many_deals(const AnyGame& game) {
  return std::ranges::any_of(game.options.list(),
                             [](const OptionInfo& option) { return option.name == "deals"; });
}

double pace_of(const AnyGame& game, int games) {
  if (!has_many_deals(game)) return games_per_second(game, 1, games);
  double seconds = 0;
  const Playouts played = played_in(game, {{"deals", 1}}, 1, games, seconds);
  return static_cast<double>(played.moves) / seconds;
}

/// The number of games that takes about half a second.
int enough_games(const AnyGame& game) {
  int games = 1000;
  for (const Stopwatch watch; watch.seconds() < 0.25; games *= 2) pace_of(game, games);
  return games;
}

Result play_one(const Bench& bench, const AnyGame& game) {
  const bool by_moves = has_many_deals(game);
  const std::string unit = by_moves ? "move" : "game";
  Result line{"random play of " + std::string(game.info.name) +
                  (by_moves ? ", one deal, one thread" : ", one thread"),
              unit + "s/s",
              "generator",
              "draws/s",
              bar_of(game.info.name),
              "draws a " + unit};
  const int games = bench.quick ? 50 : enough_games(game);
  for (int run = 0; run < bench.runs; ++run) {
    const double draws = draws_per_second(bench.times(200'000'000, 100'000));
    const double played = pace_of(game, games);
    line.figure.add(played);
    line.beside.add(draws);
    line.ratio.add(draws / played);
  }
  return line;
}

}  // namespace

std::vector<Result> playouts(const Bench& bench) {
  const Games games = all_games();
  std::vector<Result> lines;
  lines.reserve(games.size());
  for (const auto& game : games) lines.push_back(play_one(bench, *game));
  return lines;
}

std::vector<Result> threads(const Bench& bench) {
  const Games games = all_games();
  const AnyGame& game = find_game(games, "lost_cities");
  const int count = bench.times(200'000, 50);
  Result line{"random Lost Cities play, two threads", "games/s", "one thread", "games/s",
              ratio_at_least(1.9)};
  for (int run = 0; run < bench.runs; ++run) {
    const double one = games_per_second(game, 1, count);
    line.add(games_per_second(game, 2, count), one);
  }
  return {line};
}

}  // namespace arena::bench
