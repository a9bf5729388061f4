// Rows of memory: resident size with many bots, and its growth with the number of matches.
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "arena/series/statistics/statistics.hpp"
#include "bench/bench.hpp"
#include "bench/child.hpp"
#include "bench/scratch_file.hpp"
#include "bench/series.hpp"

namespace arena::bench {

namespace {

constexpr double mebibyte = 1024 * 1024;

/// Resident size of this process in MiB.
double resident_now() {
  std::ifstream statm("/proc/self/statm");
  double total = 0;
  double resident_pages = 0;
  statm >> total >> resident_pages;
  return resident_pages * static_cast<double>(::sysconf(_SC_PAGESIZE)) / mebibyte;
}

double most_resident_of_run(const Bench& bench) {
  constexpr int matches = 16;
  const std::string count = std::to_string(matches);
  return most_resident_of({bench.arena, "run", "lost_cities", "--quiet", "-n", count, "-j", count,
                           "--option", "max_turns=" + std::to_string(bench.times(2000, 200)), "-p",
                           bench.lost_cities_bot, "long", "-p", bench.lost_cities_bot, "long"});
}

/// The largest resident size of `arena replay` with `games` games, in MiB.
double most_resident_of_replay(const Bench& bench, int games) {
  const ScratchFile file(".jsonl");
  run_child({bench.arena, "run", "lost_cities", "--quiet", "-b", "dumb", "-b", "dumb", "-n",
             std::to_string(games), "--seed", "1", "--record", file.path()});
  return most_resident_of({bench.arena, "replay", "--quiet", file.path()});
}

/// MiB that this process gained after the first tenth of the matches, or the first 1,000.
double growth(const LostCitiesSeries& lost_cities, const Entrant& entrant, int matches) {
  const int settled = std::min(1000, matches / 10);
  SeriesStatistics statistics(2, true);  // collected as in `arena run`
  double at_first = 0;
  double most = 0;
  static_cast<void>(lost_cities.play(entrant, {matches, 400, 2}, [&](const PlayedMatch& match) {
    statistics.add(match.number, match.player_at, result_of(match.record));
    if (match.number == settled) at_first = most = resident_now();
    if (match.number > settled && match.number % settled == 0)
      most = std::max(most, resident_now());
  }));
  return most - at_first;
}

}  // namespace

std::vector<Result> resident(const Bench& bench) {
  Result line{"arena's resident size with 32 bots", "MiB", "", "", at_most(40)};
  for (int run = 0; run < bench.runs; ++run) line.figure.add(most_resident_of_run(bench));
  return {line};
}

std::vector<Result> memory(const Bench& bench) {
  const LostCitiesSeries lost_cities;
  const Bar flat = at_most(1);
  Result inside{"growth over 1,000,000 in-process games", "MiB", "", "", flat};
  Result outside{"growth over 10,000 process games", "MiB", "", "", flat};
  Result replay{"growth of replay from 1,000 to 10,000 games", "MiB", "", "", flat};
  replay.figure.add(most_resident_of_replay(bench, bench.times(10'000, 20)) -
                    most_resident_of_replay(bench, bench.times(1'000, 2)));
  outside.figure.add(
      growth(lost_cities, process_entrant({bench.lost_cities_bot}), bench.times(10'000, 20)));
  inside.figure.add(growth(lost_cities, builtin_entrant("random"), bench.times(1'000'000, 100)));
  return {outside, inside, replay};
}

}  // namespace arena::bench
