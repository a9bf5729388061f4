#include "arena/tournament/described/toml.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "arena/process/spawn/program.hpp"
#include "arena/tournament/described/tournament_spec.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

std::string place_of(const std::string& file, const toml::source_position& position) {
  return fmt::format("{}:{}:{}", file, position.line, position.column);
}

const toml::node* TomlTable::find(std::string_view key) {
  known_.emplace_back(key);
  return table_.get(key);
}

std::optional<std::string> TomlTable::text(std::string_view key) {
  const toml::node* const node = find(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_string()) fail_type(key, "a text in quotation marks");
  std::string text = node->as_string()->get();
  if (text.empty()) fail(key, fmt::format("{} is empty", key));
  return text;
}

std::optional<std::int64_t> TomlTable::whole(std::string_view key, std::int64_t least,
                                             std::int64_t most) {
  const toml::node* const node = find(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_integer()) fail_type(key, "a whole number");
  const std::int64_t value = node->as_integer()->get();
  if (value < least || value > most)
    fail(key, fmt::format("{} must be from {} to {}, not {}", key, least, most, value));
  return value;
}

std::optional<double> TomlTable::number(std::string_view key) {
  const toml::node* const node = find(key);
  if (node == nullptr) return std::nullopt;
  const std::optional<double> value = node->is_number() ? node->value<double>() : std::nullopt;
  if (!value || !std::isfinite(*value)) fail_type(key, "a number");
  return value;
}

std::optional<bool> TomlTable::flag(std::string_view key) {
  const toml::node* const node = find(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_boolean()) fail_type(key, "true or false");
  return node->as_boolean()->get();
}

std::vector<std::string> TomlTable::texts(std::string_view key) {
  const toml::node* const node = find(key);
  if (node == nullptr) return {};
  const toml::array* const array = node->as_array();
  if (array == nullptr || array->empty() || !array->is_homogeneous<std::string>())
    fail_type(key, "a list of texts");
  std::vector<std::string> texts;
  for (const toml::node& item : *array) texts.push_back(item.as_string()->get());
  return texts;
}

const toml::table* TomlTable::table(std::string_view key) {
  const toml::node* const node = find(key);
  if (node != nullptr && !node->is_table()) fail_type(key, fmt::format("a table, [{}]", key));
  return node == nullptr ? nullptr : node->as_table();
}

std::vector<const toml::table*> TomlTable::tables(std::string_view key) {
  const toml::node* const node = find(key);
  if (node == nullptr) return {};
  if (!node->is_array_of_tables()) fail_type(key, fmt::format("tables, each [[{}]]", key));
  std::vector<const toml::table*> tables;
  for (const toml::node& item : *node->as_array()) tables.push_back(item.as_table());
  return tables;
}

std::optional<std::chrono::sys_seconds> TomlTable::moment(std::string_view key) {
  namespace chrono = std::chrono;
  const toml::node* const node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto* const value = node->as_date_time();
  if (value == nullptr || !value->get().offset)
    fail_type(key, "a date and time with its zone, such as 2026-11-30T18:00:00+01:00");
  const toml::date_time& given = value->get();
  const chrono::year_month_day day{chrono::year(given.date.year), chrono::month(given.date.month),
                                   chrono::day(given.date.day)};
  return chrono::sys_days(day) + chrono::hours(given.time.hour) +
         chrono::minutes(given.time.minute) + chrono::seconds(given.time.second) -
         chrono::minutes(given.offset->minutes);
}

namespace {

/// Null for what has no JSON form.
boost::json::value value_of(const toml::node& node) {
  if (const auto* const text = node.as_string()) return boost::json::value(text->get());
  if (const auto* const whole = node.as_integer()) return whole->get();
  if (const auto* const number = node.as_floating_point()) return number->get();
  if (const auto* const flag = node.as_boolean()) return flag->get();
  const toml::array* const list = node.as_array();
  if (list == nullptr) return nullptr;
  boost::json::array items;
  for (const toml::node& item : *list) items.push_back(value_of(item));
  return items;
}

}  // namespace

boost::json::value TomlTable::value(std::string_view key) {
  const toml::node* const node = find(key);
  if (node == nullptr) return nullptr;
  boost::json::value value = value_of(*node);
  if (value.is_null()) fail_type(key, "a text, a number, true, false or a list");
  return value;
}

void TomlTable::refuse_others() const {
  for (const auto& [key, node] : table_) {
    if (std::ranges::find(known_, key.str()) != known_.end()) continue;
    throw Error(fmt::format("{}: unknown key \"{}\" in {}; known keys: {}",
                            place_of(file_, key.source().begin), key.str(), title_,
                            known_.empty() ? "none" : joined(known_, ", ")));
  }
}

std::string TomlTable::place(std::string_view key) const {
  const toml::node* const node = table_.get(key);
  return place_of(file_, (node == nullptr ? table_ : *node).source().begin);
}

void TomlTable::fail(std::string_view key, std::string_view message) const {
  throw Error(fmt::format("{}: {}", place(key), message));
}

void TomlTable::fail_missing(std::string_view key) const {
  fail(key, fmt::format("{} needs a {}", title_, key));
}

void TomlTable::fail_type(std::string_view key, std::string_view wanted) const {
  fail(key, fmt::format("{} must be {}", key, wanted));
}

namespace {

/// As the command line reads a value: a text may be a number or a list.
json::value option_value(std::string_view key, const toml::node& node, const std::string& path) {
  if (const auto* const text = node.as_string()) return described::value_of(text->get());
  if (const auto* const whole = node.as_integer()) return whole->get();
  if (const auto* const flag = node.as_boolean()) return flag->get();
  const toml::array* const list = node.as_array();
  if (list == nullptr)
    throw Error(fmt::format("{}: option {} must be a text, a whole number, true, false or a list",
                            place_of(path, node.source().begin), key));
  json::array items;
  for (const toml::node& item : *list)
    items.push_back(item.is_string() ? json::value(item.as_string()->get())
                                     : option_value(key, item, path));
  return items;
}

/// Takes the settings that the table has. Each has the name of its key.
auto taker(TomlTable& table) {
  return [&table](const char* key, const char* /*help*/, auto& member) {
    const json::value value = table.value(key);
    if (value.is_null()) return;
    try {
      set(member, value, key);
    } catch (const Error& error) {
      table.fail(key, error.what());
    }
  };
}

void read_stop(const TomlTable& settings, std::string_view text, FormatSettings& format) {
  try {
    format.stop_at = read_stop_when(text);
  } catch (const Error& error) {
    settings.fail("stop_when", fmt::format("stop_when {}", error.what()));
  }
}

/// A list of words, or a text as after -p: a program, or words as a shell would split them.
std::vector<std::string> command_words(TomlTable& entrant, const std::string& folder) {
  if (!entrant.is_text("command")) return entrant.texts("command");
  const std::string text = entrant.text("command").value();
  if (in_folder(folder, text) != text) return {text};
  try {
    return split_words(text);
  } catch (const Error& error) {
    entrant.fail("command", error.what());
  }
}

/// toml++ calls itself once for each part of a key such as a.b.c, and overflows the stack of a long
/// one.
void check_depth(std::string_view text, const std::string& path) {
  constexpr int most_dots = 1000;  // also of a line that has them in texts
  int line = 1;
  int dots = 0;
  for (const char c : text) {
    if (c == '\n') {
      ++line;
      dots = 0;
    } else if (c == '.' && ++dots > most_dots) {
      throw Error(fmt::format("{}:{}: the line has more than {} dots", path, line, most_dots));
    }
  }
}

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& path) {
  check_depth(text, path);
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw Error(fmt::format("{}: {}", place_of(path, error.source().begin), error.description()));
  }
}

json::object read_options(const toml::table& options, const std::string& path) {
  json::object read;
  for (const auto& [key, node] : options) read[key.str()] = option_value(key.str(), node, path);
  return read;
}

Limits read_limits(const toml::table& table, const std::string& path,
                   const LimitDefaults& defaults) {
  TomlTable limits(table, "[limits]", path);
  Limits read;
  for_each_setting(read, taker(limits));
  limits.refuse_others();
  const bool is_open = !read.sandbox || (read.has_sandbox() && !limits.is_text("sandbox"));
  if (is_open && defaults.sandbox != SandboxKind::off) read.sandbox = defaults.sandbox;
  if (!defaults.has_fair_clock || !read.has_sandbox()) return read;
  if (!read.clock) read.clock = ClockKind::cpu;
  if (!read.pause) read.pause = true;
  return read;
}

PlayerSpec read_called_player(TomlTable& entrant, const std::string& name) {
  for (const char* const key : {"command", "module", "builtin"}) {
    if (entrant.has(key)) entrant.fail(key, "a called entrant has nothing else that plays");
  }
  PlayerSpec player{.kind = PlayerKind::called, .name = name, .words = {name}};
  for_each_player_setting(player.settings, taker(entrant));
  return player;
}

PlayerSpec read_player(TomlTable& entrant, const std::string& name, const std::string& folder) {
  PlayerSpec player{.name = name};
  for_each_player_setting(player.settings, taker(entrant));
  const auto module = entrant.text("module");
  const auto builtin = entrant.text("builtin");
  const std::vector<std::string> command = command_words(entrant, folder);
  if (int{module.has_value()} + int{builtin.has_value()} + int{!command.empty()} != 1)
    entrant.fail("name", "an entrant needs one of command, module and builtin");
  if (builtin) {
    player.kind = PlayerKind::builtin;
    player.words = {*builtin};
  } else if (module) {
    player.kind = PlayerKind::module;
    const std::string file = in_folder(folder, *module + ".py");
    player.words = {file != *module + ".py" ? file : in_folder(folder, *module)};
  }
  for (const std::string& word : command) player.words.push_back(in_folder(folder, word));
  return player;
}

std::string in_folder(const std::string& folder, const std::string& word) {
  if (folder.empty() || word.empty() || std::filesystem::path(word).is_absolute()) return word;
  std::error_code error;
  const std::filesystem::path path = std::filesystem::path(folder) / word;
  return std::filesystem::exists(path, error) ? path.string() : word;
}

std::string read_format_settings(TomlTable& settings, FormatSettings& format,
                                 const std::string& folder) {
  std::string ratings_from;
  switch (format.kind) {
    case FormatKind::swiss:
      format.rounds = static_cast<int>(settings.whole("rounds", 1, 1000).value_or(0));
      break;
    case FormatKind::knockout:
    case FormatKind::double_knockout:
      format.max_blocks =
          static_cast<int>(settings.whole("max_blocks", 1, most_deals).value_or(format.max_blocks));
      if (const auto store = settings.text("ratings_from")) {
        ratings_from = in_folder(folder, *store);
        format.seeding = Seeding::ratings;
      }
      if (const auto text = settings.text("seeding"))
        format.seeding = named_value<Seeding>(settings, "seeding", *text);
      if (!ratings_from.empty() && format.seeding != Seeding::ratings)
        settings.fail("ratings_from", "ratings_from needs seeding = \"ratings\"");
      break;
    case FormatKind::league:
      if (const auto text = settings.text("stop_when")) read_stop(settings, *text, format);
      break;
    default:
      break;
  }
  return ratings_from;
}

FormatFiles read_format(TomlTable& table, FormatSettings& format, const std::string& path,
                        const std::string& folder) {
  const auto name = table.text("format");
  if (!name) table.fail_missing("format");
  format.kind = named_value<FormatKind>(table, "format", *name);
  FormatFiles files;
  if (table.is_text("deals")) {
    files.deals = in_folder(folder, *table.text("deals"));
  } else {
    format.deals = static_cast<int>(table.whole("deals", 1, most_deals).value_or(format.deals));
  }
  format.same_deals = table.flag("same_deals").value_or(false);
  for (const char* const other :
       {"round_robin", "gauntlet", "swiss", "knockout", "double_knockout", "league"}) {
    const toml::table* const own = table.table(other);
    if (own == nullptr) continue;
    if (other != *name)
      table.fail(other, fmt::format("[{}] has no effect: the format is {}", other, *name));
    TomlTable settings(*own, fmt::format("[{}]", other), path);
    files.ratings_from = read_format_settings(settings, format, folder);
    settings.refuse_others();
  }
  return files;
}

}  // namespace arena
