// TOML files: tables that are read key by key, and the parts that the files of tournaments and
// contests have in common. All errors name file, line and column.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/describe/enum_from_string.hpp>
#include <boost/json.hpp>
#include <fmt/format.h>
#include <toml++/toml.h>

#include "arena/config/player_spec.hpp"
#include "arena/core/described.hpp"
#include "arena/tournament/formats/format.hpp"

namespace arena {

/// Each kind of value is checked, and at the end the keys that the caller has not read are refused.
class TomlTable {
 public:
  /// `title`: as messages name the table, such as "[limits]". REQUIRES: all outlive this.
  TomlTable(const toml::table& table, std::string title, const std::string& file)
      : table_(table), title_(std::move(title)), file_(file) {}

  /// These throw Error for another type or a value that is not allowed.
  std::optional<std::string> text(std::string_view key);
  std::optional<std::int64_t> whole(std::string_view key, std::int64_t least, std::int64_t most);
  std::optional<double> number(std::string_view key);
  std::optional<bool> flag(std::string_view key);
  std::vector<std::string> texts(std::string_view key);
  const toml::table* table(std::string_view key);
  std::vector<const toml::table*> tables(std::string_view key);
  /// A date and time with its zone: 2026-11-30T18:00:00+01:00.
  std::optional<std::chrono::sys_seconds> moment(std::string_view key);
  /// What has a JSON form: texts, numbers, true, false and lists of these; null without the key.
  boost::json::value value(std::string_view key);
  [[nodiscard]] bool has(std::string_view key) const { return table_.contains(key); }
  [[nodiscard]] bool is_text(std::string_view key) const {
    const toml::node* const node = table_.get(key);
    return node != nullptr && node->is_string();
  }

  /// Throws Error for the first key that was not asked for.
  void refuse_others() const;

  /// Where the value stands, or the table if the key is missing: "cup.toml:12:3".
  [[nodiscard]] std::string place(std::string_view key) const;
  [[noreturn]] void fail(std::string_view key, std::string_view message) const;
  /// The key is needed.
  [[noreturn]] void fail_missing(std::string_view key) const;

 private:
  const toml::node* find(std::string_view key);
  [[noreturn]] void fail_type(std::string_view key, std::string_view wanted) const;

  const toml::table& table_;
  std::string title_;
  const std::string& file_;
  std::vector<std::string> known_;
};

/// "cup.toml:12:3".
std::string place_of(const std::string& file, const toml::source_position& position);

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
  std::string deals;         // of another program (series/play/given_deals.hpp)
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
