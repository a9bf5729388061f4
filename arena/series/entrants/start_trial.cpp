#include "arena/series/entrants/start_trial.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <variant>

#include <boost/asio/post.hpp>
#include <fmt/format.h>

#include "arena/peer/task.hpp"
#include "arena/process/limits/process_tree.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds between_looks{1};

bool same_program(const Entrant& a, const Entrant& b) {
  return a.process()->program == b.process()->program &&
         a.process()->declared == b.process()->declared;
}

/// True if the sandbox has started the bot's program. A process that is ending has no name.
bool runs_program(const ProcessPeer& peer) {
  return std::ranges::any_of(peer.processes(), [](pid_t pid) {
    const std::string name = process_name(pid);
    return !name.ends_with("()") && !makes_sandbox(name);
  });
}

/// Advice if the sandbox does not show the program; empty for other reasons.
std::string_view remedy(std::string_view reason) {
  return reason == not_started_inside
             ? ".\n  The sandbox shows only the system and the bot's own folder, to a user without "
               "rights. Use an interpreter of the system, such as /usr/bin/python3."
             : "";
}

}  // namespace

void StartTrial::run(const std::vector<Entrant>& bots) {
  run_task(loop_, start_all(bots));
  run_task(loop_, judge_all());
  started_.clear();
  if (!trouble_.empty() && !interrupted_) throw Error(trouble_);
}

void StartTrial::interrupt() {
  asio::post(loop_.executor(), [this] {
    interrupted_ = true;
    for (const Started& one : started_) one.peer->interrupt();
  });
}

std::vector<std::string> StartTrial::early_ends(const std::vector<Entrant>& bots, Duration time) {
  std::vector<std::string> ends;
  run_task(loop_, watch_all(bots, time, ends));
  started_.clear();
  return ends;
}

asio::awaitable<void> StartTrial::watch_all(const std::vector<Entrant>& bots, Duration time,
                                            std::vector<std::string>& ends) {
  for (const Entrant& bot : bots) {
    if (interrupted_ || bot.process() == nullptr || is_started(bot)) continue;
    co_await start(bot);
    if (!trouble_.empty()) ends.push_back(std::exchange(trouble_, ""));
  }
  const TimePoint until = Clock::now() + time;
  const auto runs = [](const Started& one) { return !one.peer->ended(); };
  while (!interrupted_ && std::ranges::any_of(started_, runs) && Clock::now() < until) {
    co_await loop_.pause(between_looks);
  }
  for (const Started& one : started_) {
    const std::optional<Fault> end = one.peer->ended();
    co_await one.peer->end(Ending::faulted);
    if (end)
      ends.push_back(fmt::format("before its first question {} {}{}", escaped(one.bot->name),
                                 end->detail, stderr_text(one.peer->report().stderr_tail)));
  }
}

bool StartTrial::shows_something(const Entrant& bot) const {
  const BotProcess* process = bot.process();
  return process != nullptr && (process->module || settings_.sandbox);
}

bool StartTrial::is_started(const Entrant& bot) const {
  return std::ranges::any_of(started_,
                             [&bot](const Started& one) { return same_program(*one.bot, bot); });
}

asio::awaitable<void> StartTrial::start_all(const std::vector<Entrant>& bots) {
  for (const Entrant& bot : bots) {
    if (interrupted_ || !shows_something(bot) || is_started(bot)) continue;
    co_await start(bot);
    if (!trouble_.empty()) co_return;
  }
}

asio::awaitable<void> StartTrial::start(const Entrant& bot) {
  ProcessSettings settings = process_settings(bot, settings_);
  settings.end_time = bot.time.start_time;
  auto started = co_await ProcessPeer::start(loop_, spawner_, std::move(settings));
  if (const auto* fault = std::get_if<Fault>(&started)) {
    trouble_ = fmt::format("{} {}", bot.name, fault->detail);
    co_return;
  }
  started_.push_back({&bot, std::get<std::unique_ptr<ProcessPeer>>(std::move(started))});
}

asio::awaitable<void> StartTrial::judge_all() {
  for (Started& one : started_) {
    std::string why;
    if (!trouble_.empty() || interrupted_) {
      co_await one.peer->end(Ending::faulted);
    } else if (one.bot->process()->module) {
      why = co_await judge_module(one);
    } else {
      why = co_await judge_program(one);
    }
    if (!why.empty()) trouble_ = std::move(why);
  }
}

/// The worker loads the module before it reads. Without input it then exits with status 0.
asio::awaitable<std::string> StartTrial::judge_module(Started& module) {
  const ProcessPeer& peer = *module.peer;
  co_await module.peer->end(Ending::finished);
  std::string why = peer.report().failure;
  if (why.empty() && !peer.left_after()) {
    why = fmt::format("it was still loading {} after its start",
                      duration_text(module.bot->time.start_time));
  }
  if (why.empty()) co_return why;
  co_return fmt::format("cannot load the module {}: {}{}{}",
                        in_quotes(module.bot->process()->words.back()), why, remedy(why),
                        stderr_text(peer.report().stderr_tail));
}

/// A program that has started may do anything, so the trial ends here.
asio::awaitable<std::string> StartTrial::judge_program(Started& program) {
  const ProcessPeer& peer = *program.peer;
  const TimePoint until = Clock::now() + program.bot->time.start_time;
  while (!peer.ended() && !interrupted_ && !runs_program(peer) && Clock::now() < until) {
    co_await loop_.pause(between_looks);
  }
  const std::string end = peer.ended() ? peer.ended()->detail : "";
  co_await program.peer->end(Ending::faulted);
  if (end != not_started_inside) co_return "";
  co_return fmt::format("{} {}{}{}", program.bot->name, end, remedy(end),
                        stderr_text(peer.report().stderr_tail));
}

}  // namespace arena
