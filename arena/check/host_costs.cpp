#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>
#include <vector>

#include "arena/check/host_checks.hpp"
#include "arena/peer/loop.hpp"
#include "arena/peer/task.hpp"
#include "arena/process/process.hpp"

namespace arena {

namespace {

namespace asio = boost::asio;

constexpr int starts = 25;
constexpr int questions = 2000;
constexpr std::chrono::seconds patience{5};

std::optional<Duration> median(std::vector<Duration> times) {
  if (times.empty()) return std::nullopt;
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  return *middle;
}

/// Plays a bot that repeats each line. Returns the times of `wanted` answers, without the first
/// one; with 0 of that one, since the bot's start. Empty if the bot did not answer.
asio::awaitable<std::vector<Duration>> echo(Loop& loop, Spawner& spawner, std::optional<int> core,
                                            std::shared_ptr<const Sandbox> sandbox, int wanted) {
  std::vector<Duration> times;
  ProcessSettings settings;
  settings.command = {"/bin/sh", "-c", "while read -r line; do echo \"$line\"; done"};
  settings.core = core;
  settings.stays = true;
  settings.sandbox = std::move(sandbox);
  const TimePoint begin = Clock::now();
  auto started = co_await ProcessPeer::start(loop, spawner, std::move(settings));
  if (std::holds_alternative<Fault>(started)) co_return times;
  auto peer = std::get<std::unique_ptr<ProcessPeer>>(std::move(started));
  for (int asked = 0; asked <= wanted; ++asked) {
    const TimePoint now = asked == 0 ? begin : Clock::now();
    peer->outbox() += "?\n";
    const Reply reply = co_await peer->ask(patience);
    if (std::holds_alternative<Fault>(reply)) break;
    if (asked > 0 || wanted == 0) times.push_back(Clock::now() - now);
  }
  co_await peer->end(Ending::faulted);
  co_return times;
}

}  // namespace

HostCosts measure_costs(Spawner& spawner, const std::shared_ptr<const Sandbox>& sandbox,
                        const std::shared_ptr<const Sandbox>& apart) {
  const int here = core_of(spawner.processors(), 0);
  const int there = core_of(spawner.processors(), 1);
  bind_to(here);
  Loop loop;
  HostCosts costs;
  const auto median_start =
      [&](std::shared_ptr<const Sandbox> box) -> asio::awaitable<std::optional<Duration>> {
    std::vector<Duration> times;
    for (int i = 0; i < starts; ++i) {
      const std::vector<Duration> one = co_await echo(loop, spawner, here, box, 0);
      times.insert(times.end(), one.begin(), one.end());
    }
    co_return median(std::move(times));
  };
  const auto measure = [&]() -> asio::awaitable<void> {
    costs.start = co_await median_start(nullptr);
    if (sandbox) costs.start_inside = co_await median_start(sandbox);
    if (apart) costs.start_apart = co_await median_start(apart);
    std::vector<Duration> times = co_await echo(loop, spawner, here, nullptr, questions);
    costs.on_one_core = median(std::move(times));
    if (there == here) co_return;
    std::vector<Duration> across = co_await echo(loop, spawner, there, nullptr, questions);
    costs.across_cores = median(std::move(across));
  };
  run_task(loop, measure());
  return costs;
}

}  // namespace arena
