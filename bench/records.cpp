// Row of records: `arena run -j 2` with and without them, and their size on disk.
#include <string>
#include <utility>
#include <vector>

#include "bench/bench.hpp"
#include "bench/child.hpp"
#include "bench/scratch_file.hpp"

namespace arena::bench {

namespace {

using Words = std::vector<std::string>;

struct Rates {
  double without;
  double with;
  double bytes;  // per game
};

Rates rates(const Bench& bench, const Words& players, int games) {
  const ScratchFile file(".jsonl.zst");
  Words words = lost_cities_run(bench.arena, games, players);
  const double without = games_per_second(words, games);
  words.insert(words.end(), {"--record", file.path()});
  const double with = games_per_second(words, games);
  return {without, with, file.size() / games};
}

}  // namespace

std::vector<Result> records(const Bench& bench) {
  const std::vector<std::pair<std::string, Words>> cases = {
      {"instant bots", {"-p", bench.lost_cities_bot, "-p", bench.lost_cities_bot}},
      {"built-in greedy", {"-b", "greedy", "-b", "greedy"}}};
  std::vector<Result> results;
  for (const auto& [name, players] : cases) {
    const bool processes = players.front() == "-p";
    Result rate{"games with records, -j 2, " + name, "games/s", "without", "games/s"};
    if (processes) rate.bar = ratio_at_least(0.97);
    Result size{"a record compressed, " + name, "bytes", "", "", at_most(1024)};
    for (int run = 0; run < bench.runs; ++run) {
      const Rates measured =
          rates(bench, players, processes ? bench.times(1000, 3) : bench.times(20'000, 10));
      rate.add(measured.with, measured.without);
      size.figure.add(measured.bytes);
    }
    results.push_back(rate);
    results.push_back(size);
  }
  return results;
}

}  // namespace arena::bench
