// Rows of questions: arena's cost in addition to a bare exchange of the same bytes with the same
// bots.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "arena/match/arbiter.hpp"
#include "arena/peer/task.hpp"
#include "bench/bench.hpp"
#include "bench/bots.hpp"
#include "bench/child.hpp"
#include "bench/series.hpp"

namespace arena::bench {

namespace {

namespace asio = boost::asio;

/// Asks several bots at the same time on one loop. The cost does not include their start and end.
asio::awaitable<void> ask_side_by_side(Loop& loop, Spawner& spawner, std::string bot, int bots,
                                       int times, std::optional<int> core, Cost& cost) {
  std::vector<std::unique_ptr<ProcessPeer>> peers;
  for (int i = 0; i < bots; ++i) {
    peers.push_back(co_await start_bot(loop, spawner, bot, core));
    co_await ask_often(*peers.back(), 1);
  }
  std::vector<asio::awaitable<void>> tasks;
  for (const auto& peer : peers) tasks.push_back(ask_often(*peer, times));
  const double cpu = own_cpu_seconds();
  const Stopwatch watch;
  co_await together(std::move(tasks));
  cost.seconds = watch.seconds();
  cost.cpu = own_cpu_seconds() - cpu;
  cost.questions = static_cast<double>(bots) * times;
  for (const auto& peer : peers) co_await peer->end(Ending::finished);
}

Cost ask(const std::string& bot, int bots, int times, std::optional<int> core) {
  Spawner spawner;
  Loop loop;
  Cost cost;
  run_task(loop, ask_side_by_side(loop, spawner, bot, bots, times, core, cost));
  return cost;
}

// Turns of two questions each: starting and ending the bots then costs little in comparison.
constexpr int long_match = 20'000;

}  // namespace

std::vector<Result> question(const Bench& bench) {
  const OnCore bound(bench.core);
  Result line{"a question of 120 bytes, one core", "us", "bare pipes", "us",
              ratio_at_most(1.6, 1.25)};
  const int times = bench.times(100'000, 100);
  for (int run = 0; run < bench.runs; ++run) {
    const Cost bare = bare_pipes({{bench.echo_bot}}, {{0, question_text}}, times);
    line.add(ask(bench.echo_bot, 1, times, bench.core).microseconds(), bare.microseconds());
  }
  return {line};
}

std::vector<Result> boards(const Bench& bench) {
  const OnCore bound(bench.core);
  const LostCitiesSeries lost_cities;
  const std::vector<std::string> bot = {bench.lost_cities_bot, "long"};
  const std::vector<Question> questions =
      lost_cities.questions(process_entrant(bot), bench.times(1000, 50));
  Result time{"a Lost Cities question through the whole stack, one core", "us", "bare pipes", "us",
              ratio_at_most(1.6, 1.25)};
  Result cpu{"arena's own CPU time for it, -j 1, one core", "us", "bare pipes", "us",
             at_most(6, 3)};
  const int turns = bench.times(long_match, 100);
  for (int run = 0; run < bench.runs; ++run) {
    const Cost bare = bare_pipes({bot, bot}, questions, bench.times(20, 1));
    const Cost whole = lost_cities.play(process_entrant(bot), {1, turns, 1});
    time.add(whole.microseconds(), bare.microseconds());
    cpu.add(whole.cpu_microseconds(), bare.cpu_microseconds());
  }
  return {time, cpu};
}

std::vector<Result> jobs(const Bench& bench) {
  const LostCitiesSeries lost_cities;
  const Entrant bot = process_entrant({bench.lost_cities_bot, "long"});
  const int turns = bench.times(long_match, 100);
  Result line{"Lost Cities questions, -j 2", "questions/s", "-j 1", "questions/s",
              ratio_at_least(1.8)};
  for (int run = 0; run < bench.runs; ++run) {
    const Cost one = lost_cities.play(bot, {2, turns, 1});
    const Cost two = lost_cities.play(bot, {4, turns, 2});
    line.add(two.questions_per_second(), one.questions_per_second());
  }
  return {line};
}

std::vector<Result> one_loop(const Bench& bench) {
  constexpr int bots = 32;
  Result line{"32 bots on one event loop", "questions/s", "bare epoll", "questions/s",
              at_least(100'000)};
  const int times = bench.times(10'000, 10);
  for (int run = 0; run < bench.runs; ++run) {
    const Cost bare = bare_epoll({bench.echo_bot}, bots, question_text, times);
    line.add(ask(bench.echo_bot, bots, times, std::nullopt).questions_per_second(),
             bare.questions_per_second());
  }
  return {line};
}

}  // namespace arena::bench
