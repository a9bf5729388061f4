// Row of the sandbox: its additional cost for a bot's start and for a question, and that of files
// of its own. Those take no space on the disk.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <fmt/format.h>

#include "arena/peer/task.hpp"
#include "arena/process/limits/process_table.hpp"
#include "arena/process/sandbox/proof.hpp"
#include "arena/process/spawn/program.hpp"
#include "arena/util/error.hpp"
#include "bench/bare.hpp"
#include "bench/bench.hpp"
#include "bench/bots.hpp"
#include "bench/child.hpp"

namespace arena::bench {

namespace {

using Shut = std::shared_ptr<const Sandbox>;

/// Null if this host cannot make such a sandbox.
Shut make_sandbox(bool apart) {
  try {
    SandboxLimits limits;
    limits.apart = apart;
    auto sandbox = std::make_shared<const Sandbox>(limits);
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

/// Milliseconds until a Python bot of a few lines has answered.
double python_start(const Bench& bench, Loop& loop, Spawner& spawner, const Shut& sandbox) {
  ProcessSettings settings;
  settings.command = {"/usr/bin/python3", "-c",
                      "import json, random, sys\nfor line in sys.stdin: print(line, flush=True)"};
  settings.core = bench.core;
  settings.sandbox = sandbox;
  const Stopwatch since_start;
  double milliseconds = 0;
  const auto live = [&]() -> boost::asio::awaitable<void> {
    auto peer = co_await start_bot(loop, spawner, std::move(settings));
    co_await ask_often(*peer, 1);
    milliseconds = since_start.seconds() * 1e3;
    co_await peer->end(Ending::finished);
  };
  run_task(loop, live());
  return milliseconds;
}

/// MiB of the bindfs of one bot.
double bindfs_size(const Bench& bench, Loop& loop, Spawner& spawner, const Shut& apart) {
  double size = 0;
  const auto live = [&]() -> boost::asio::awaitable<void> {
    auto peer = co_await start_bot(loop, spawner, bench.echo_bot, bench.core, apart);
    co_await ask_often(*peer, 1);
    for (const pid_t pid : peer->processes())
      if (process_name(pid).ends_with("(bindfs)")) size += most_resident(pid);
    co_await peer->end(Ending::finished);
  };
  run_task(loop, live());
  return size;
}

struct Starts {
  Samples outside;
  Samples inside;
  Samples apart;
  Samples bare;
  Samples bubblewrap;
  Samples python_inside;
  Samples python_apart;
};

struct Questions {
  Samples outside;
  Samples inside;
};

/// What a run measures with. `apart` may be null.
struct Boxes {
  Shut inside;
  Shut apart;
};

/// Measures each kind in turn, so that other work on the machine affects all of them equally.
void measure(const Bench& bench, const Boxes& boxes, Starts& starts, Questions& questions,
             Samples& size) {
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
    const Life inside = live_once(boxes.inside);
    starts.outside.add(outside.start);
    starts.inside.add(inside.start);
    questions.outside.add(outside.question);
    questions.inside.add(inside.question);
    starts.bare.add(bare_start(bench, {}));
    starts.bubblewrap.add(bare_start(bench, bare_bubblewrap()));
    if (!boxes.apart) continue;
    starts.apart.add(live_once(boxes.apart).start);
    starts.python_inside.add(python_start(bench, loop, spawner, boxes.inside));
    starts.python_apart.add(python_start(bench, loop, spawner, boxes.apart));
  }
  if (boxes.apart) size.add(bindfs_size(bench, loop, spawner, boxes.apart));
}

}  // namespace

std::vector<Result> sandbox(const Bench& bench) {
  const Boxes boxes{make_sandbox(false), make_sandbox(true)};
  if (!boxes.inside) return {};
  Result start{"a start in the sandbox takes longer by", "ms", "bubblewrap alone", "ms",
               at_most(6)};
  Result question{"a question in the sandbox takes longer by", "us", "outside", "us", at_most(1)};
  Result apart{"a start with files of its own takes longer by", "ms", "in the plain sandbox", "ms"};
  Result python{"a Python bot's first answer with files of its own", "ms", "in the plain sandbox",
                "ms"};
  Result bindfs{"resident size of a bot's bindfs", "MiB"};
  for (int run = 0; run < bench.runs; ++run) {
    Starts starts;
    Questions questions;
    measure(bench, boxes, starts, questions, bindfs.figure);
    const double outside = starts.outside.median();
    const double inside = starts.inside.median() - outside;
    start.add(inside, starts.bubblewrap.median() - starts.bare.median());
    const double asked_outside = questions.outside.median();
    question.add(questions.inside.median() - asked_outside, asked_outside);
    if (!boxes.apart) continue;
    apart.add(starts.apart.median() - outside, inside);
    python.add(starts.python_apart.median(), starts.python_inside.median());
  }
  if (!boxes.apart) return {start, question};
  return {start, question, apart, python, bindfs};
}

}  // namespace arena::bench
