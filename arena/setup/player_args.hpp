// The players on a command line, or in a tournament's file: `-p WORDS...`, `-m MODULE`, `-b NAME`,
// `--human`, in the order of the seats. They are removed from the arguments before the other
// options are parsed. docs/command_line.md explains how the words are read.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arena {

/// `called`: a function of the program that uses arena, as from Python. `team`: partners, which are
/// one entrant of a tournament.
enum class PlayerKind { process, module, builtin, human, called, team };

/// One player as typed.
struct PlayerArg {
  PlayerKind kind = PlayerKind::process;
  std::vector<std::pair<std::string, std::string>> keys;  // name=..., move-time=...
  std::vector<std::string> words;                         // the command, or the built-in's name
  std::vector<PlayerArg> bots{};                          // of a team: one for each seat of a side
};

/// The options that begin a player, for messages.
inline constexpr std::string_view player_options = "-p, -m, -b, --human";
/// The keys of a player, for messages.
inline constexpr std::array<std::string_view, 10> player_keys = {
    "name",       "protocol", "move-time",    "game-time", "increment",
    "start-time", "clock",    "max-refusals", "env",       "team"};
/// Whether a word is one of these options.
bool begins_player(std::string_view word);

/// Removes the players from `args` and keeps the order of the rest. `is_option(word)`: whether a
/// word with a leading `-` is an option of the command. Throws Error for others, and shows how to
/// write them.
std::vector<PlayerArg> take_players(std::vector<std::string>& args,
                                    const std::function<bool(std::string_view)>& is_option);

/// Players with the same key `team` become one player of kind `team`, at the place of the first
/// one.
std::vector<PlayerArg> with_teams(std::vector<PlayerArg> players);

/// Returns the arguments without one of arena's own options, given as `--option VALUE` or
/// `--option=VALUE`. Keeps the words of players. REQUIRES: `take_players` accepts these arguments.
std::vector<std::string> without_option(std::vector<std::string> args, std::string_view option,
                                        const std::function<bool(std::string_view)>& is_option);

/// The end of the help for commands that take players.
std::string players_help(std::string_view examples);
/// The same where only bots play.
std::string bots_help(std::string_view examples);

}  // namespace arena
