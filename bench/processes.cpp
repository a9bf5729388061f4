// Rows of processes: the time until a bot can be asked, until all its processes are gone, and
// arena's own start.
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "arena/peer/task.hpp"
#include "bench/bare.hpp"
#include "bench/bench.hpp"
#include "bench/bots.hpp"
#include "bench/child.hpp"

namespace arena::bench {

namespace {

namespace asio = boost::asio;

/// A bot's times in arena in ms, one entry per bot.
struct Lives {
  Samples start;   // until it can be asked
  Samples answer;  // from its start to its first answer
  Samples end;
};

asio::awaitable<void> live(Loop& loop, Spawner& spawner, std::string bot, int core, Lives& lives) {
  const Stopwatch life;
  auto peer = co_await start_bot(loop, spawner, bot, core);
  lives.start.add(life.seconds() * 1e3);
  co_await ask_often(*peer, 1);
  lives.answer.add(life.seconds() * 1e3);
  const Stopwatch ending;
  co_await peer->end(Ending::finished);
  lives.end.add(ending.seconds() * 1e3);
}

/// Binds the thread to a core, as a series does. The spawner's thread is not bound.
Lives live_often(const Bench& bench, int times) {
  Spawner spawner;
  const OnCore bound(bench.core);
  Loop loop;
  Lives lives;
  for (int i = 0; i < times; ++i)
    run_task(loop, live(loop, spawner, bench.echo_bot, bench.core, lives));
  return lives;
}

/// The same by posix_spawn, write and read.
Lives bare_lives(const Bench& bench, int times) {
  const OnCore bound(bench.core);
  Lives lives;
  for (int i = 0; i < times; ++i) {
    const Stopwatch life;
    Child child = start_child({bench.echo_bot});
    lives.start.add(life.seconds() * 1e3);
    put(child.in.number(), question_text);
    take_line(child.out.number());
    lives.answer.add(life.seconds() * 1e3);
    const Stopwatch ending;
    end_child(child);
    lives.end.add(ending.seconds() * 1e3);
  }
  return lives;
}

double milliseconds_of(const std::vector<std::string>& command, int times) {
  Samples samples;
  for (int i = 0; i < times; ++i) {
    const Stopwatch watch;
    run_child(command);
    samples.add(watch.seconds() * 1e3);
  }
  return samples.median();
}

}  // namespace

std::vector<Result> start(const Bench& bench) {
  const Bar bar = ratio_at_most(1.2);
  // The yardstick's start ends when exec has succeeded, before the bot can answer.
  Result line{"a bot's start until exec is seen to succeed", "ms", "posix_spawn", "ms"};
  Result answer{"a bot's start until it has answered", "ms", "posix_spawn, write, read", "ms", bar};
  const int times = bench.times(200, 5);
  for (int run = 0; run < bench.runs; ++run) {
    const Lives bare = bare_lives(bench, times);
    const Lives lives = live_often(bench, times);
    line.add(lives.start.median(), bare.start.median());
    answer.add(lives.answer.median(), bare.answer.median());
  }
  return {line, answer};
}

std::vector<Result> end(const Bench& bench) {
  Result usual{"a game's end until all of a bot is gone, median", "ms", "close, waitpid", "ms",
               at_most(2)};
  Result worst{"the same, the longest", "ms", "close, waitpid", "ms", at_most(50)};
  const int times = bench.times(200, 5);
  for (int run = 0; run < bench.runs; ++run) {
    const Samples bare = bare_lives(bench, times).end;
    const Samples ends = live_often(bench, times).end;
    usual.add(ends.median(), bare.median());
    worst.add(ends.most(), bare.most());
  }
  return {usual, worst};
}

std::vector<Result> version(const Bench& bench) {
  Result line{"arena --version", "ms", "the echo bot, from start to end", "ms", at_most(15)};
  const int times = bench.times(50, 3);
  for (int run = 0; run < bench.runs; ++run) {
    const double bare = milliseconds_of({bench.echo_bot}, times);
    line.add(milliseconds_of({bench.arena, "--version"}, times), bare);
  }
  return {line};
}

}  // namespace arena::bench
