// Rows of a contest's server: spectators of live games, authors who change their bots all the time,
// and readers of standings. web_rows.py runs the server and its clients.
#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/bench.hpp"
#include "bench/child.hpp"

namespace arena::bench {

namespace {

std::vector<double> measure(const Bench& bench, const std::string& what, int times) {
  std::istringstream output(output_of({"/usr/bin/python3", "-B", ARENA_BENCH_SOURCES "/web_rows.py",
                                       bench.arena, what, std::to_string(times)}));
  std::vector<double> figures;
  for (double figure = 0; output >> figure;) figures.push_back(figure);
  if (figures.empty()) throw std::runtime_error("web_rows.py printed no figures");
  return figures;
}

}  // namespace

std::vector<Result> web(const Bench& bench) {
  if (bench.quick) {
    std::fputs("web: left out of quick benchmarks, because it takes minutes\n", stderr);
    return {};
  }
  Result frames{"1,000 spectators: 99 % have the next game of 3 KB after the first within", "ms",
                "", "", at_most(200)};
  Result games{"games of another contest meanwhile", "games/s", "without spectators", "games/s",
               ratio_at_least(0.95)};
  Result slowest{"standings of 1,000,000 games, 16 readers: 99 % of the answers within", "ms", "",
                 "", at_most(50)};
  Result answers{"their answers", "1/s", "", "", at_least(500)};
  Result storm{
      "a league of 2,000 bots, while ten times a second an author makes another version active",
      "games/s", "without that", "games/s", ratio_at_least(0.9)};
  for (int run = 0; run < bench.runs; ++run) {
    const auto live = measure(bench, "spectators", 1000);
    frames.figure.add(live.at(0));
    games.add(live.at(1), live.at(2));
    const auto stormy = measure(bench, "storm", 2000);
    storm.add(stormy.at(0), stormy.at(1));
    const auto read = measure(bench, "standings", 1'000'000);
    slowest.figure.add(read.at(0));
    answers.figure.add(read.at(1));
  }
  return {frames, games, storm, slowest, answers};
}

}  // namespace arena::bench
