// Starts each program once before any game, if a start shows whether the bot can play at all: a
// Python module must load, and a sandbox must show the program. This costs one start for each
// program. For other programs, the first start in a game reports an error; a tournament, which goes
// on without them, warns of programs that end early. check/bot_trial.hpp finds what only a game
// shows.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "arena/peer/loop.hpp"
#include "arena/process/process.hpp"
#include "arena/process/spawn/spawner.hpp"
#include "arena/series/entrants/entrant.hpp"
#include "arena/series/entrants/series_settings.hpp"

namespace arena {

class StartTrial {
 public:
  /// Both arguments outlive the trial.
  StartTrial(const SeriesSettings& settings, Spawner& spawner)
      : settings_(settings), spawner_(spawner) {}

  /// Starts the programs at the same time, and returns when all have ended. Throws Error, with the
  /// end of its stderr, if one cannot play, and std::runtime_error for lack of resources.
  void run(const std::vector<Entrant>& bots);
  /// Starts all programs, at the same time, and watches them for `time`. Returns a sentence for
  /// each bot whose program cannot start or ends by itself, so that it could not answer a question.
  std::vector<std::string> early_ends(const std::vector<Entrant>& bots, Duration time);
  /// Makes `run` and `early_ends` return soon without an error. Any thread may call this.
  void interrupt();

 private:
  struct Started {
    const Entrant* bot;
    std::unique_ptr<ProcessPeer> peer;
  };

  /// True if its start alone shows something.
  [[nodiscard]] bool shows_something(const Entrant& bot) const;
  /// True if a bot before it has the same program.
  [[nodiscard]] bool is_started(const Entrant& bot) const;
  boost::asio::awaitable<void> start(const Entrant& bot);
  boost::asio::awaitable<void> start_all(const std::vector<Entrant>& bots);
  boost::asio::awaitable<void> watch_all(const std::vector<Entrant>& bots, Duration time,
                                         std::vector<std::string>& ends);
  boost::asio::awaitable<void> judge_all();
  /// Why the bot cannot play; empty if its start shows no problem.
  boost::asio::awaitable<std::string> judge_module(Started& module);
  boost::asio::awaitable<std::string> judge_program(Started& program);

  const SeriesSettings& settings_;
  Spawner& spawner_;
  Loop loop_;
  std::vector<Started> started_;
  std::string trouble_;  // of the first bot that cannot play
  bool interrupted_ = false;
};

}  // namespace arena
