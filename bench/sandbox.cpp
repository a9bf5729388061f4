// Row of the sandbox: what it adds to a bot's start, and to a question.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <fmt/format.h>

#include "arena/core/error.hpp"
#include "arena/players/sandbox_proof.hpp"
#include "arena/players/task.hpp"
#include "bench/bare.hpp"
#include "bench/bench.hpp"
#include "bench/bots.hpp"
#include "bench/child.hpp"

namespace arena::bench {

namespace {

using Shut = std::shared_ptr<const Sandbox>;

/// Null where there is no sandbox.
Shut make_sandbox() {
  try {
    auto sandbox = std::make_shared<const Sandbox>(SandboxLimits());
    Spawner spawner;
    prove(sandbox, spawner);
    return sandbox;
  } catch (const Error& error) {
    fmt::print(stderr, "sandbox: skipped: {}\n", error.what());
    return nullptr;
  }
}

/// What a bot took: milliseconds until it had answered once, microseconds a question from then on.
struct Life {
  double start = 0;
  double question = 0;
};

boost::asio::awaitable<void> live(Loop& loop, Spawner& spawner, const Bench& bench,
                                  const Shut& sandbox, int times, Life& life) {
  const Stopwatch since_start;
  auto peer = co_await start_bot(loop, spawner, bench.echo_bot, bench.core, sandbox);
  co_await ask_often(*peer, 1);
  life.start = since_start.seconds() * 1e3;
  const Stopwatch asking;
  co_await ask_often(*peer, times);
  life.question = asking.seconds() * 1e6 / times;
  co_await peer->end(Ending::finished);
}

/// Milliseconds until the bot has answered once, started by this command and nothing else.
double bare_start(const Bench& bench, std::vector<std::string> command) {
  const OnCore bound(bench.core);
  command.push_back(bench.echo_bot);
  Samples starts;
  for (int i = 0; i < bench.times(50, 3); ++i) {
    const Stopwatch since_start;
    Child child = start_child(command);
    put(child.in.number(), question_text);
    take_line(child.out.number());
    starts.add(since_start.seconds() * 1e3);
    end_child(child);
  }
  return starts.median();
}

/// What bubblewrap alone adds to a start: the same namespaces, and about as few mounts as can be.
double bare_bubblewrap(const Bench& bench) {
  const double inside = bare_start(
      bench, {"/usr/bin/bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/",
              "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/run", "--"});
  return inside - bare_start(bench, {});
}

Life median_life(const Bench& bench, const Shut& sandbox) {
  Spawner spawner;
  const OnCore bound(bench.core);
  Loop loop;
  Samples starts;
  Samples questions;
  for (int i = 0; i < bench.times(50, 3); ++i) {
    Life life;
    run_task(loop, live(loop, spawner, bench, sandbox, bench.times(2000, 10), life));
    starts.add(life.start);
    questions.add(life.question);
  }
  return {starts.median(), questions.median()};
}

}  // namespace

std::vector<Result> sandbox(const Bench& bench) {
  const Shut shut = make_sandbox();
  if (!shut) return {};
  Result start{"a start in the sandbox takes longer by", "ms", "bubblewrap alone", "ms", "x",
               Bar{Of::figure, Wanted::at_most, 6, {}}};
  Result question{"a question in the sandbox takes longer by", "us", "outside", "us", "x",
                  Bar{Of::figure, Wanted::at_most, 1, {}}};
  for (int run = 0; run < bench.runs; ++run) {
    const Life outside = median_life(bench, nullptr);
    const Life inside = median_life(bench, shut);
    start.add(inside.start - outside.start, bare_bubblewrap(bench));
    question.add(inside.question - outside.question, outside.question);
  }
  return {start, question};
}

}  // namespace arena::bench
