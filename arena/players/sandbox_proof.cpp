#include "arena/players/sandbox_proof.hpp"

#include <chrono>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "arena/core/error.hpp"
#include "arena/core/text.hpp"
#include "arena/players/process.hpp"
#include "arena/players/task.hpp"

namespace arena {

namespace {

constexpr std::chrono::seconds patience{5};

/// Why it did not work; empty: it did.
boost::asio::awaitable<std::string> try_sandbox(Loop& loop, Spawner& spawner,
                                                const std::shared_ptr<const Sandbox>& sandbox) {
  ProcessSettings settings;
  settings.command = {"/bin/sh", "-c", "read line; echo \"$line\""};
  settings.sandbox = sandbox;
  auto started = co_await ProcessPeer::start(loop, spawner, std::move(settings));
  if (const auto* fault = std::get_if<Fault>(&started)) co_return fault->detail;
  const std::unique_ptr<ProcessPeer> peer =
      std::get<std::unique_ptr<ProcessPeer>>(std::move(started));
  peer->outbox() += "answer\n";
  const Reply reply = co_await peer->ask(Clock::now() + patience);
  co_await peer->end(Ending::finished);
  std::string why;
  if (const auto* fault = std::get_if<Fault>(&reply))
    why = fmt::format("{}; {}", fault->detail, trim(peer->stderr_tail()));
  co_return why;
}

}  // namespace

void prove(const std::shared_ptr<const Sandbox>& sandbox, Spawner& spawner) {
  if (!sandbox) return;
  Loop loop;
  std::string why;
  const auto run = [&]() -> boost::asio::awaitable<void> {
    why = co_await try_sandbox(loop, spawner, sandbox);
  };
  run_task(loop, run());
  if (!why.empty()) throw Error(fmt::format("--sandbox cannot be had here: {}", why));
}

}  // namespace arena
