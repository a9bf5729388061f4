// `arena_bench`: prints costs, with yardsticks measured in the same run.
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bench/bench.hpp"
#include "bench/child.hpp"

namespace arena::bench {

namespace {

constexpr std::array rows = {
    Row{"playouts", "random play of each game in one thread", false, playouts},
    Row{"threads", "the same in two threads", false, threads},
    Row{"search", "iterations of the built-in bots `search`, and roll-outs", false, search},
    Row{"solve", "all values of the bidding game with 8 cards", false, solve},
    Row{"question", "one question of 120 bytes to a bot process", false, question},
    Row{"boards",
        "one question of Lost Cities through the whole stack: time, and arena's own CPU time",
        false, boards},
    Row{"jobs", "questions per second with -j 2", false, jobs},
    Row{"one_loop", "32 bots on one event loop", false, one_loop},
    Row{"tcp", "Lost Cities over TCP on loopback", false, tcp},
    Row{"start", "from asking for a bot until it can be asked", false, start},
    Row{"end", "from a game's end until everything of a bot is gone", false, end},
    Row{"restarts", "bidding with Ruby bots, which are started for every game", false, restarts},
    Row{"sandbox", "what the sandbox adds to a start and to a question", false, sandbox},
    Row{"version", "arena --version", false, version},
    Row{"python", "the package arena and Python bots", false, python},
    Row{"records", "what writing records costs, and their size", false, records},
    Row{"stores", "standings from a store with millions of games, and what storing costs", false,
        stores},
    Row{"league", "how long a league of 2,000 entrants takes to decide a batch", false, league},
    Row{"web", "a contest's server: 1,000 spectators, and standings under load (takes minutes)",
        true, web},
    Row{"resident", "arena's resident size with 32 bots", false, resident},
    Row{"memory",
        "growth over 1,000,000 in-process, 10,000 process and 10,000 replayed games (takes "
        "minutes)",
        true, memory},
};

struct Arguments {
  bool list = false;
  bool json = false;
  bool quick = false;
  std::vector<const Row*> chosen;
};

void print_usage(std::FILE* to) {
  fmt::print(
      to,
      "usage: arena_bench [--list] [--json] [--quick] [ROW...]\n"
      "  --quick  every row once and briefly: shows that it runs, the figures mean nothing\n\n");
  for (const Row& row : rows) fmt::print(to, "  {:<10} {}\n", row.name, row.summary);
}

/// No value if the arguments make no sense.
std::optional<Arguments> read_arguments(const std::vector<std::string_view>& words) {
  Arguments arguments;
  for (std::string_view word : words) {
    const auto* row =
        std::find_if(rows.begin(), rows.end(), [word](const Row& one) { return one.name == word; });
    if (word == "--list") {
      arguments.list = true;
    } else if (word == "--json") {
      arguments.json = true;
    } else if (word == "--quick") {
      arguments.quick = true;
    } else if (row != rows.end()) {
      arguments.chosen.push_back(row);
    } else {
      fmt::print(stderr, "arena_bench: no such row or option: {}\n", word);
      return std::nullopt;
    }
  }
  if (arguments.chosen.empty()) {
    for (const Row& row : rows) {
      if (!row.only_if_named || arguments.quick) arguments.chosen.push_back(&row);
    }
  }
  return arguments;
}

Bench make_bench(bool quick) {
  const std::filesystem::path folder =
      std::filesystem::read_symlink("/proc/self/exe").parent_path();
  Bench bench;
  bench.quick = quick;
  bench.runs = quick ? 1 : 5;
  bench.core = last_core();
  bench.arena = folder / "arena";
  bench.echo_bot = folder / "bench_echo_bot";
  bench.lost_cities_bot = folder / "bench_lost_cities_bot";
  return bench;
}

int run(const Arguments& arguments) {
  const Bench bench = make_bench(arguments.quick);
  if (!arguments.json) fmt::print("{}\n\n", machine());
  std::vector<Result> lines;
  for (const Row* row : arguments.chosen) {
    fmt::print(stderr, "{}: {}\n", row->name, row->summary);
    for (Result& line : row->measure(bench)) lines.push_back(std::move(line));
  }
  fmt::print("{}", arguments.json ? json_text(lines) : table(lines));
  return 0;
}

int main_of(const std::vector<std::string_view>& words) {
  const auto arguments = read_arguments(words);
  if (!arguments || arguments->list) {
    print_usage(arguments ? stdout : stderr);
    return arguments ? 0 : 2;
  }
  try {
    return run(*arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "arena_bench: {}\n", error.what());
    return 1;
  }
}

}  // namespace

}  // namespace arena::bench

int main(int argc, char** argv) { return arena::bench::main_of({argv + 1, argv + argc}); }
