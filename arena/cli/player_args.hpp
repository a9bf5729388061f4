// The players on a command line: `-p WORDS...`, `-m MODULE`, `-b NAME`, `--human`, in the order of
// the seats, taken out of the arguments before the other options are parsed. How the words are read
// is told in docs/command_line.md.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/game/any_game.hpp"
#include "arena/series/entrant.hpp"

namespace arena {
class ModuleHost;
}

namespace arena::cli {

enum class PlayerKind { process, module, builtin, human };

/// One player as it was typed.
struct PlayerArg {
  PlayerKind kind = PlayerKind::process;
  std::vector<std::pair<std::string, std::string>>
      keys;                        // name=..., move-time=... before the words
  std::vector<std::string> words;  // the command, or the built-in's name
};

/// The options that begin a player, as messages list them.
inline constexpr std::string_view player_options = "-p, -m, -b, --human";
/// Whether a word is one of them.
bool begins_player(std::string_view word);

/// Takes the players out of `args`; what is left keeps its order. `is_option(word)`: whether a word
/// that starts with `-` is an option of the command. Throws Error, for one that is none, with the
/// way to write it.
std::vector<PlayerArg> take_players(std::vector<std::string>& args,
                                    const std::function<bool(std::string_view)>& is_option);

/// The arguments without an option of arena's own, given as `--option VALUE` or `--option=VALUE`.
/// What belongs to a player stays, whatever it looks like. REQUIRES: take_players takes these
/// arguments.
std::vector<std::string> without_option(std::vector<std::string> args, std::string_view option,
                                        const std::function<bool(std::string_view)>& is_option);

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

/// Checks a player and makes an entrant of it. Throws Error naming what is wrong with it; whether a
/// built-in bot plays in such a match is left to AnyGame::check_builtin.
Entrant make_entrant(const PlayerArg& arg, const AnyGame& game, const PlayerDefaults& defaults);

/// The game's default built-in, for a seat that the user left free.
Entrant default_entrant(const AnyGame& game, const PlayerDefaults& defaults);

/// The end of the help of commands that take players.
std::string players_help();

/// Gives entrants of the same name the names `x`, `x-2`, `x-3`.
void make_names_unique(std::vector<Entrant>& entrants);

}  // namespace arena::cli
