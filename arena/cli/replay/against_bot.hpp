// `arena replay --bot`: a recorded game, put once more to one live bot.
// The record decides the course; where the bot answers otherwise, that is told.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "arena/cli/match_options.hpp"
#include "arena/cli/player_args.hpp"
#include "arena/game/games.hpp"

namespace arena::cli {

struct BotReplay {
  std::optional<std::string> player;  // followed through the seats; also without a bot
  std::optional<int> seat;
  std::optional<std::size_t> at;  // a question, counted from 1 over all games
  bool wait = false;
  std::string move_time;
  std::string python = "python3";
  SandboxOptions sandbox;

  /// Whether any of it was given that means nothing without a bot.
  [[nodiscard]] bool any() const {
    return seat || at || wait || !move_time.empty() || sandbox.any();
  }
};

/// Returns the exit status. Throws Error for what cannot be meant, before the bot is started.
int replay_into_bot(const Games& games, const std::string& file, std::optional<int> game,
                    const BotReplay& wanted, const std::vector<PlayerArg>& players, bool quiet);

}  // namespace arena::cli
