// Row of bots that start again for every game and take long to start: bidding in Ruby.
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/process/spawn/program.hpp"
#include "arena/util/error.hpp"
#include "bench/bare.hpp"
#include "bench/bench.hpp"
#include "bench/child.hpp"

namespace arena::bench {

namespace {

constexpr int rounds = 13;

/// Plays one game as the quiz's engine does: starts both bots, asks them in turn, ends them.
void bare_game(const std::vector<std::string>& bot) {
  std::array<Child, 2> players = {start_child(bot), start_child(bot)};
  for (int round = 1; round <= rounds; ++round) {
    for (const Child& player : players) {
      put(player.in.number(), fmt::format("Competition card:  {}\n", round));
      take_line(player.out.number());
    }
    for (const Child& player : players)
      put(player.in.number(), fmt::format("Opponent's bid:  {}\n", round));
  }
  for (Child& player : players) end_child(player);
}

double bare_games_per_second(const Bench& bench, const std::vector<std::string>& bot, int games) {
  const OnCore bound(bench.core);
  const Stopwatch watch;
  for (int game = 0; game < games; ++game) bare_game(bot);
  return games / watch.seconds();
}

double arenas_games_per_second(const Bench& bench, const std::vector<std::string>& bot, int games) {
  std::vector<std::string> command = {
      bench.arena, "run", "bidding", "--quiet", "--strict", "-j", "2", "-n", std::to_string(games)};
  for (int seat = 0; seat < 2; ++seat) {
    command.insert(command.end(), {"-p", "--"});
    command.insert(command.end(), bot.begin(), bot.end());
    command.emplace_back("--");
  }
  return games_per_second(command, games);
}

/// Empty if Ruby is not installed.
std::string ruby() {
  try {
    return find_program("ruby");
  } catch (const Error&) {
    return "";
  }
}

}  // namespace

std::vector<Result> restarts(const Bench& bench) {
  const std::string program = ruby();
  if (program.empty()) {
    fmt::print(stderr, "restarts: skipped, for there is no ruby here\n");
    return {};
  }
  const std::vector<std::string> bot = {program, ARENA_BENCH_SOURCES "/bots/lowest_bid.rb"};
  Result line{"bidding with Ruby bots, -j 2", "games/s", "one game at a time on one core",
              "games/s", ratio_at_least(1.7)};
  const int games = bench.times(100, 2);
  for (int run = 0; run < bench.runs; ++run) {
    const double bare = bare_games_per_second(bench, bot, games);
    line.add(arenas_games_per_second(bench, bot, games), bare);
  }
  return {line};
}

}  // namespace arena::bench
