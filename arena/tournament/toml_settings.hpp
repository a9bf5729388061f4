// The parts of TOML files that tournaments and contests have in common: options of a game, limits,
// players and formats. All errors name file, line and column.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/describe/enum_from_string.hpp>
#include <fmt/format.h>

#include "arena/config/player_spec.hpp"
#include "arena/core/described.hpp"
#include "arena/tournament/format.hpp"
#include "arena/tournament/toml_table.hpp"

namespace arena {

/// The deals of a pairing.
inline constexpr std::int64_t most_deals = 1'000'000;

/// Throws Error for a text that is no TOML.
toml::table parse_toml(std::string_view text, const std::string& path);

template <class Enum>
Enum named_value(const TomlTable& table, std::string_view key, const std::string& text) {
  Enum value{};
  if (!boost::describe::enum_from_string(text.c_str(), value))
    table.fail(key,
               fmt::format("{} must be {}, not \"{}\"", key, described::enumerators<Enum>(), text));
  return value;
}

/// The options of the game.
json::object read_options(const toml::table& options, const std::string& path);
/// What the table [limits] leaves out.
struct LimitDefaults {
  /// Without the key, and what `sandbox = true` means where it is not `off`.
  SandboxKind sandbox = SandboxKind::off;
  bool has_fair_clock = false;  // in the sandbox: `clock = "cpu"` and `pause = true`
};
/// The table [limits].
Limits read_limits(const toml::table& limits, const std::string& path,
                   const LimitDefaults& defaults = {});

/// What the keys of an entrant say of its player, which gets this name. Relative paths are from
/// `folder`.
PlayerSpec read_player(TomlTable& entrant, const std::string& name, const std::string& folder);
/// The same of a player that the program plays which wrote the file.
PlayerSpec read_called_player(TomlTable& entrant, const std::string& name);

/// Files that the keys of a format name; empty: none.
struct FormatFiles {
  std::string ratings_from;  // knockouts: a store whose ratings are the seed ratings
  std::string deals;         // of another program (setup/given_deals.hpp)
};

/// The path of what the word names in the folder, or else the word as it is.
std::string in_folder(const std::string& folder, const std::string& word);

/// The settings of a format that have a table of their own, such as [league]. Returns a store whose
/// ratings are the seed ratings; empty if no store gives them.
std::string read_format_settings(TomlTable& settings, FormatSettings& format,
                                 const std::string& folder);
/// `format`, `deals` (a number, or a file) and the table of the format.
FormatFiles read_format(TomlTable& table, FormatSettings& format, const std::string& path,
                        const std::string& folder);

}  // namespace arena
