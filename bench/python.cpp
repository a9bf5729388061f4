// Rows of Python: the package compared with C++, and Python bots compared with bare pipes. None if
// this build has no package.
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arena/game/games.hpp"
#include "bench/bare.hpp"
#include "bench/bench.hpp"
#include "bench/child.hpp"

namespace arena::bench {

#ifdef ARENA_BENCH_PACKAGE

namespace {

const std::string sources = ARENA_BENCH_SOURCES;

/// A result of bench/python_rows.py: a figure and its yardstick, if any.
struct Measured {
  double figure = 0;
  double yardstick = 0;
};

Measured measure(const Bench& bench, const std::string& what, int times) {
  std::istringstream output(
      output_of({ARENA_BENCH_PYTHON, "-B", sources + "/python_rows.py", ARENA_BENCH_PACKAGE,
                 bench.arena, what, std::to_string(times)}));
  Measured measured;
  if (!(output >> measured.figure >> measured.yardstick))
    throw std::runtime_error("python_rows.py printed no figures");
  return measured;
}

double playouts_here(std::uint64_t matches) {
  const Games games = all_games();
  const Stopwatch watch;
  const Playouts played = find_game(games, "bidding").playouts(matches, 1);
  return static_cast<double>(played.matches) / watch.seconds();
}

/// The line of a first turn, for a Streams bot.
std::string stream_line() {
  std::string line;
  for (int slot = 0; slot < 20; ++slot) line += slot == 0 ? "-1" : " -1";
  line += ':';
  for (int card = 1; card < 40; ++card)
    line += (card == 1 ? "" : " ") + std::to_string(card % 30 + 1);
  return line + ":7\n";
}

double bare_questions(const Bench& bench, const std::vector<std::string>& bot, int times) {
  const OnCore bound(bench.core);
  return bare_pipes({bot}, {{0, stream_line()}}, times).questions_per_second();
}

/// Decisions of a learner, in many games at a time.
std::vector<Result> batches(const Bench& bench) {
  struct Goal {
    std::string game;
    double decisions;  // a second
  };
  std::vector<Result> rows;
  for (const auto& [game, decisions] :
       {Goal{"bidding", 1e6}, Goal{"streams", 1e6}, Goal{"lost_cities", 3e5}}) {
    Result batch{"a learner's decisions in a batch of " + game, "decisions/s",
                 "a view and a mask by hand", "decisions/s", at_least(decisions)};
    Result engine{"random moves by the engine alone", "moves/s", "", ""};
    for (int run = 0; run < bench.runs; ++run) {
      const Measured measured = measure(bench, "batch " + game, bench.times(1000, 5));
      batch.add(measured.figure, measured.yardstick);
      engine.figure.add(measure(bench, "engine " + game, bench.times(20'000, 20)).figure);
    }
    rows.push_back(std::move(batch));
    rows.push_back(std::move(engine));
  }
  return rows;
}

}  // namespace

std::vector<Result> python(const Bench& bench) {
  Result playouts{"random bidding by arena.playouts", "games/s", "C++", "games/s",
                  ratio_at_least(0.95)};
  Result stepped{"a bidding game stepped from Python", "moves/s", "a C function called", "calls/s",
                 at_least(1'000'000)};
  Result called{"questions to a function in arena.run", "questions/s", "the function called",
                "calls/s"};
  Result inside{"-m --in-process, Streams", "questions/s", "bare pipes", "questions/s"};
  Result worker{"-m, Streams", "questions/s", "bare pipes", "questions/s"};
  Result pipe{"Streams, a Python pipe bot", "games/s", "bare pipes", "games/s", at_least(2000)};
  Result written{"random moves of a game in Python", "moves/s", "in a series of it", "moves/s"};
  const std::vector<std::string> bot = {ARENA_BENCH_PYTHON, sources + "/bots/first_slot.py"};
  const int games = bench.times(1000, 2);
  for (int run = 0; run < bench.runs; ++run) {
    const int matches = bench.times(2'000'000, 100);
    const double here = playouts_here(static_cast<std::uint64_t>(matches));
    playouts.add(measure(bench, "playouts", matches).figure, here);
    const Measured steps = measure(bench, "stepped", bench.times(100'000, 20));
    stepped.add(steps.figure, steps.yardstick);
    const Measured calls = measure(bench, "called", bench.times(5'000, 5));
    called.add(calls.figure, calls.yardstick);
    const double bare = bare_questions(bench, bot, bench.times(20'000, 20));
    inside.add(measure(bench, "inside", games).figure, bare);
    worker.add(measure(bench, "worker", games).figure, bare);
    pipe.add(measure(bench, "pipe", games).figure, bare / 20);
    const Measured kuhn = measure(bench, "kuhn", bench.times(5'000, 5));
    written.add(kuhn.figure, kuhn.yardstick);
  }
  std::vector<Result> rows = {playouts, stepped, called, inside, worker, pipe, written};
  for (Result& row : batches(bench)) rows.push_back(std::move(row));
  return rows;
}

#else

std::vector<Result> python(const Bench& /*bench*/) { return {}; }

#endif

}  // namespace arena::bench
