// Makes entrants of players as they were typed: the one place where a word such as `-p` or
// `clock=cpu` becomes what a series plays with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/cli/player_args.hpp"
#include "arena/game/any_game.hpp"
#include "arena/series/entrant.hpp"

namespace arena {
class ModuleHost;
}

namespace arena::cli {

/// What holds for every player unless its own keys say otherwise.
struct PlayerDefaults {
  TimeControl time;
  bool move_time_given = false;
  std::string protocol;  // by its name; empty: the game's default
  int max_refusals = 0;
  ScreenStyle style;
  std::string python = "python3";       // the interpreter of modules
  std::vector<std::string> declared{};  // variables of the bots' environment
  ModuleHost* host = nullptr;           // plays modules inside arena; null: each has a worker
};

/// The folder of arena's Python part, the package's parent. Throws Error if it is not there.
std::string python_folder();

/// A duration as users write it: seconds, or a number with ms, s, m or h; in whole milliseconds.
/// Throws Error naming `what`.
Duration read_duration(std::string_view text, std::string_view what);

/// Checks a player and makes an entrant of it. Throws Error naming what is wrong with it; whether
/// it plays in such a match is left to `check_entrants`.
Entrant make_entrant(const PlayerArg& arg, const AnyGame& game, const PlayerDefaults& defaults);

/// The game's default built-in, for a seat that the user left free.
Entrant default_entrant(const AnyGame& game, const PlayerDefaults& defaults);

}  // namespace arena::cli
