// The players on a command line: `-p WORDS...`, `-m MODULE`, `-b NAME`, `--human`, in the order of
// the seats, taken out of the arguments before the other options are parsed. How the words are read
// is told in docs/command_line.md.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
/// The keys that a player may be given, as messages list them.
inline constexpr std::array<std::string_view, 9> player_keys = {
    "name",       "protocol", "move-time",    "game-time", "increment",
    "start-time", "clock",    "max-refusals", "env"};
/// Whether a word is one of the options.
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

/// The end of the help of commands that take players.
std::string players_help();

}  // namespace arena::cli
