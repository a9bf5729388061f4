// `arena replay --bot`: asks one live bot the questions of recorded games. The game follows the
// record. Answers that differ from it are reported.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "arena/cli/match_command.hpp"
#include "arena/config/player_spec.hpp"
#include "arena/game/games.hpp"

namespace arena::cli {

struct BotReplay {
  std::optional<std::string> player;  // followed through the seats; also works without a bot
  std::optional<int> seat;
  std::optional<std::size_t> at;  // a question, counted from 1 over all games
  bool wait = false;
  Limits limits;  // move time, Python and sandbox

  /// Whether the user gave an option that needs a bot.
  [[nodiscard]] bool any() const {
    return seat || at || wait || limits.move_time || limits.has_sandbox() || limits.memory ||
           limits.processes;
  }
};

/// Returns the exit status. Throws Error for wrong options, before the bot starts.
int replay_into_bot(const Games& games, const std::string& file, std::optional<int> game,
                    const BotReplay& wanted, const std::vector<PlayerSpec>& players, bool quiet);

}  // namespace arena::cli
