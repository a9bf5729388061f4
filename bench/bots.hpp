// Bots behind arena's own peers, for coroutines that measure.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include <boost/asio/awaitable.hpp>

#include "arena/process/process.hpp"

namespace arena::bench {

/// 120 bytes: about one line of a small game.
inline const std::string question_text = std::string(119, 'q') + '\n';

/// Throws if the program cannot start.
inline boost::asio::awaitable<std::unique_ptr<ProcessPeer>> start_bot(Loop& loop, Spawner& spawner,
                                                                      ProcessSettings settings) {
  auto started = co_await ProcessPeer::start(loop, spawner, std::move(settings));
  if (std::holds_alternative<Fault>(started)) throw std::runtime_error("a bot cannot be started");
  co_return std::move(std::get<std::unique_ptr<ProcessPeer>>(started));
}

/// The same for a program without arguments. `core`: as in ProcessSettings.
inline boost::asio::awaitable<std::unique_ptr<ProcessPeer>> start_bot(
    Loop& loop, Spawner& spawner, std::string program, std::optional<int> core,
    std::shared_ptr<const Sandbox> sandbox = nullptr) {
  ProcessSettings settings;
  settings.command = {std::move(program)};
  settings.core = core;
  settings.sandbox = std::move(sandbox);
  return start_bot(loop, spawner, std::move(settings));
}

/// Asks the same question `times` times. Throws if there is no answer.
inline boost::asio::awaitable<void> ask_often(Peer& peer, int times) {
  for (int i = 0; i < times; ++i) {
    peer.outbox() += question_text;
    const Reply reply = co_await peer.ask(std::chrono::seconds(10));
    if (std::holds_alternative<Fault>(reply))
      throw std::runtime_error("the echo bot does not answer");
  }
}

}  // namespace arena::bench
