// The players on a command line: `-p WORDS...`, `-m MODULE`, `-b NAME`, `--human`, in the order of
// the seats. They are removed from the arguments before the other options are parsed.
// docs/command_line.md explains how the words are read.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/config/player_spec.hpp"

namespace arena::cli {

/// The options that begin a player, for messages.
inline constexpr std::string_view player_options = "-p, -m, -b, --human";
/// Whether a word is one of these options.
bool begins_player(std::string_view word);

/// Removes the players from `args` and keeps the order of the rest. `is_option(word)`: whether a
/// word with a leading `-` is an option of the command. Throws Error for others, and shows how to
/// write them. Players with the same key `team` are one player of kind `team`, at the place of the
/// first one.
std::vector<PlayerSpec> take_players(std::vector<std::string>& args,
                                     const std::function<bool(std::string_view)>& is_option);

/// Returns the arguments without one of arena's own options, given as `--option VALUE` or
/// `--option=VALUE`. Keeps the words of players. REQUIRES: `take_players` accepts these arguments.
std::vector<std::string> without_option(std::vector<std::string> args, std::string_view option,
                                        const std::function<bool(std::string_view)>& is_option);

/// The end of the help for commands that take players.
std::string players_help(std::string_view examples);
/// The same where only bots play.
std::string bots_help(std::string_view examples);

}  // namespace arena::cli
