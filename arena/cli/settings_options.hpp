// The settings of matches as options of the command line: words become values here.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "arena/config/match_settings.hpp"

namespace arena::cli {

/// For Option::check. An empty word is usually an unset shell variable, and not a missing option.
std::string not_empty(const std::string& word);

/// Reads KEY=VALUE into the game's options. Throws Error for other texts and repeated keys.
void take_option(const std::string& text, json::object& options);

/// Each of these adds options that set the values, which outlive the command. Wrong values throw
/// Error while the words are parsed.
/// GAME, the seed, the game's options and the limits.
void add_game_options(CLI::App& command, MatchSettings& match);
/// The limits of these names, such as "move_time".
void add_limits(CLI::App& command, Limits& limits, std::initializer_list<std::string_view> names);

}  // namespace arena::cli
