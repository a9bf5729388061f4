// Row of the sandbox: its additional cost for a bot's start and for a question.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <fmt/format.h>

#include "arena/peer/task.hpp"
#include "arena/process/command_line.hpp"
#include "arena/process/sandbox/proof.hpp"
#include "arena/util/error.hpp"
#include "bench/bare.hpp"
#include "bench/bench.hpp"
#include "bench/bots.hpp"
#include "bench/child.hpp"

namespace arena::bench {

namespace {

using Shut = std::shared_ptr<const Sandbox>;

/// Null if this host cannot make a sandbox.
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

/// The times of a bot: milliseconds until its first answer, microseconds per later question.
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

/// Milliseconds until the first answer of a bot that is started by this command only.
double bare_start(const Bench& bench, std::vector<std::string> command) {
  command.push_back(bench.echo_bot);
  const Stopwatch since_start;
  Child child = start_child(command);
  put(child.in.number(), question_text);
  take_line(child.out.number());
  const double milliseconds = since_start.seconds() * 1e3;
  end_child(child);
  return milliseconds;
}

/// The same namespaces as the sandbox, with as few mounts as possible.
std::vector<std::string> bare_bubblewrap() {
  return split_words(
      "/usr/bin/bwrap --unshare-all --die-with-parent --ro-bind / / --proc /proc --dev /dev "
      "--tmpfs /run --");
}

struct Starts {
  Samples outside;
  Samples inside;
  Samples bare;
  Samples bubblewrap;
};

struct Questions {
  Samples outside;
  Samples inside;
};

/// Measures each kind in turn, so that other work on the machine affects all of them equally.
void measure(const Bench& bench, const Shut& shut, Starts& starts, Questions& questions) {
  const OnCore bound(bench.core);
  Spawner spawner;
  Loop loop;
  const auto live_once = [&](const Shut& sandbox) {
    Life life;
    run_task(loop, live(loop, spawner, bench, sandbox, bench.times(2000, 10), life));
    return life;
  };
  for (int i = 0; i < bench.times(100, 3); ++i) {
    const Life outside = live_once(nullptr);
    const Life inside = live_once(shut);
    starts.outside.add(outside.start);
    starts.inside.add(inside.start);
    questions.outside.add(outside.question);
    questions.inside.add(inside.question);
    starts.bare.add(bare_start(bench, {}));
    starts.bubblewrap.add(bare_start(bench, bare_bubblewrap()));
  }
}

}  // namespace

std::vector<Result> sandbox(const Bench& bench) {
  const Shut shut = make_sandbox();
  if (!shut) return {};
  Result start{"a start in the sandbox takes longer by", "ms", "bubblewrap alone", "ms",
               at_most(6)};
  Result question{"a question in the sandbox takes longer by", "us", "outside", "us", at_most(1)};
  for (int run = 0; run < bench.runs; ++run) {
    Starts starts;
    Questions questions;
    measure(bench, shut, starts, questions);
    start.add(starts.inside.median() - starts.outside.median(),
              starts.bubblewrap.median() - starts.bare.median());
    const double outside = questions.outside.median();
    question.add(questions.inside.median() - outside, outside);
  }
  return {start, question};
}

}  // namespace arena::bench
