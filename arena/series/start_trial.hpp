// One start of each program before any game, where a start shows whether the bot can play at all: a
// Python module has to load, and a sandbox has to show the program. For bots that work this costs
// one start a program. Not for: what shows only in a game (check/bot_trial.hpp), nor other
// programs, whose first start says whether there is one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "arena/peer/loop.hpp"
#include "arena/process/process.hpp"
#include "arena/process/spawner.hpp"
#include "arena/series/entrant.hpp"
#include "arena/series/series_settings.hpp"

namespace arena {

class StartTrial {
 public:
  /// Both outlive the trial.
  StartTrial(const SeriesSettings& settings, Spawner& spawner)
      : settings_(settings), spawner_(spawner) {}

  /// Starts the programs side by side, and returns when nothing of them is left. Throws Error, with
  /// the end of its stderr, if one cannot play, and std::runtime_error if arena has no room for it.
  void run(const std::vector<Entrant>& bots);
  /// From any thread: `run` returns soon, and says nothing.
  void interrupt();

 private:
  struct Started {
    const Entrant* bot;
    std::unique_ptr<ProcessPeer> peer;
  };

  /// Whether a start of it shows anything, and no bot before it has the same program.
  [[nodiscard]] bool is_wanted(const Entrant& bot) const;
  boost::asio::awaitable<void> start_all(const std::vector<Entrant>& bots);
  boost::asio::awaitable<void> judge_all();
  /// Why it cannot play; empty: it can, as far as a start shows.
  boost::asio::awaitable<std::string> judge_module(Started& module);
  boost::asio::awaitable<std::string> judge_program(Started& program);

  const SeriesSettings& settings_;
  Spawner& spawner_;
  Loop loop_;
  std::vector<Started> started_;
  std::string trouble_;  // of the first that cannot play
  bool interrupted_ = false;
};

}  // namespace arena
