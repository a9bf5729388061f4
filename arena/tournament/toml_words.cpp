#include "arena/tournament/toml_words.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "arena/process/command_line.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

namespace arena {

namespace {

constexpr std::int64_t most_refusals = 1'000'000;

/// The option of the command line with the name of a key.
std::string option_name(std::string_view key) {
  std::string name(key);
  std::ranges::replace(name, '_', '-');
  return name;
}

std::optional<std::string> as_text(std::optional<std::int64_t> number) {
  return number ? std::optional(fmt::format("{}", *number)) : std::nullopt;
}

void add_option(std::vector<FileWords>& words, const TomlTable& table, std::string_view key,
                const std::optional<std::string>& value) {
  if (value) words.push_back({table.place(key), {"--" + option_name(key), *value}});
}

/// As --option reads it.
std::string option_text(std::string_view key, const toml::node& node, const std::string& path) {
  if (const auto* const text = node.as_string()) return text->get();
  if (const auto* const whole = node.as_integer()) return fmt::format("{}", whole->get());
  if (const auto* const flag = node.as_boolean()) return flag->get() ? "true" : "false";
  const toml::array* const list = node.as_array();
  if (list == nullptr)
    throw Error(fmt::format("{}: option {} must be a text, a whole number, true, false or a list",
                            place_of(path, node.source().begin), key));
  boost::json::array items;
  for (const toml::node& item : *list) {
    const std::string text = option_text(key, item, path);
    items.push_back(item.is_string() ? boost::json::value(text) : described::value_of(text));
  }
  return boost::json::serialize(items);
}

/// The value of --sandbox, empty for none.
std::string sandbox_kind(TomlTable& limits, const LimitDefaults& defaults) {
  if (!limits.is_text("sandbox"))
    return limits.flag("sandbox").value_or(defaults.has_sandbox) ? defaults.sandbox : "";
  const std::string kind = *limits.text("sandbox");
  if (kind == "shared" || kind == "apart") return kind;
  limits.fail("sandbox",
              fmt::format(R"(sandbox must be true, false, "shared" or "apart", not "{}")", kind));
}

std::optional<std::string> clock(TomlTable& table) {
  auto text = table.text("clock");
  if (text && *text != "wall" && *text != "cpu")
    table.fail("clock", fmt::format("clock must be wall or cpu, not \"{}\"", *text));
  return text;
}

void read_stop(const TomlTable& settings, std::string_view text, FormatSettings& format) {
  try {
    format.stop_at = read_stop_when(text);
  } catch (const Error& error) {
    settings.fail("stop_when", fmt::format("stop_when {}", error.what()));
  }
}

void add_key(std::vector<std::string>& keys, std::string_view key,
             const std::optional<std::string>& value) {
  if (value) keys.push_back(option_name(key) + "=" + *value);
}

/// name=ann, move-time=1s and so on.
std::vector<std::string> player_keys_of(TomlTable& entrant,
                                        const std::optional<std::string>& name) {
  std::vector<std::string> keys;
  add_key(keys, "name", name);
  for (const char* const key : {"protocol", "move_time", "game_time", "increment", "start_time"})
    add_key(keys, key, entrant.word(key));
  add_key(keys, "clock", clock(entrant));
  add_key(keys, "max_refusals", as_text(entrant.whole("max_refusals", 0, most_refusals)));
  for (const std::string& variable : entrant.texts("env")) add_key(keys, "env", variable);
  return keys;
}

std::vector<std::string> called_words(const TomlTable& entrant, std::vector<std::string> keys) {
  for (const char* const key : {"command", "module", "builtin"}) {
    if (entrant.has(key)) entrant.fail(key, "a called entrant has nothing else that plays");
  }
  keys.insert(keys.begin(), "-b");
  keys.emplace_back("called");
  return keys;
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

std::vector<FileWords> option_words(const toml::table& options, const std::string& path) {
  std::vector<FileWords> words;
  for (const auto& [key, node] : options) {
    words.push_back(
        {place_of(path, node.source().begin),
         {"--option", fmt::format("{}={}", key.str(), option_text(key.str(), node, path))}});
  }
  return words;
}

std::vector<FileWords> limit_words(const toml::table& table, const std::string& path,
                                   const LimitDefaults& defaults) {
  std::vector<FileWords> words;
  TomlTable limits(table, "[limits]", path);
  for (const char* const key :
       {"move_time", "game_time", "increment", "start_time", "protocol", "python", "memory"})
    add_option(words, limits, key, limits.word(key));
  const std::string sandbox = sandbox_kind(limits, defaults);
  const bool is_fair = defaults.has_fair_clock && !sandbox.empty();
  const auto own_clock = clock(limits);
  add_option(words, limits, "clock", is_fair && !own_clock ? "cpu" : own_clock);
  add_option(words, limits, "max_refusals",
             as_text(limits.whole("max_refusals", 0, most_refusals)));
  add_option(words, limits, "quantum", as_text(limits.whole("quantum", 0, 10'000)));
  add_option(words, limits, "processes", as_text(limits.whole("processes", 1, 100'000)));
  if (!sandbox.empty()) words.push_back({limits.place("sandbox"), {"--sandbox=" + sandbox}});
  if (limits.flag("pause").value_or(is_fair)) words.push_back({limits.place("pause"), {"--pause"}});
  for (const std::string& variable : limits.texts("env"))
    add_option(words, limits, "env", variable);
  limits.refuse_others();
  return words;
}

FileWords player_words(TomlTable& entrant, const std::optional<std::string>& name, bool called,
                       const std::string& folder) {
  std::vector<std::string> keys = player_keys_of(entrant, name);
  FileWords player{entrant.place(""), {}};
  if (called) {
    player.words = called_words(entrant, std::move(keys));
    return player;
  }
  const auto module = entrant.text("module");
  const auto builtin = entrant.text("builtin");
  const std::vector<std::string> command = command_words(entrant, folder);
  if (int{module.has_value()} + int{builtin.has_value()} + int{!command.empty()} != 1)
    entrant.fail("name", "an entrant needs one of command, module and builtin");
  player.words.emplace_back(module ? "-m" : builtin ? "-b" : "-p");
  std::ranges::move(keys, std::back_inserter(player.words));
  if (module) {
    const std::string file = in_folder(folder, *module + ".py");
    player.words.push_back(file != *module + ".py" ? file : in_folder(folder, *module));
  }
  if (builtin) player.words.push_back(*builtin);
  if (command.empty()) return player;
  player.words.emplace_back("--");
  for (const std::string& word : command) {
    if (word == "--")
      entrant.fail("command", "a command with the word \"--\" needs a script that starts it");
    player.words.push_back(in_folder(folder, word));
  }
  player.words.emplace_back("--");
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

double read_stop_when(std::string_view text) {
  constexpr std::string_view begin = "order known at ";
  int percent = 0;
  if (text.starts_with(begin) && text.ends_with('%'))
    percent = to_number<int>(text.substr(begin.size(), text.size() - begin.size() - 1)).value_or(0);
  if (percent < 50 || percent > 99)
    throw Error(fmt::format(
        "must be \"order known at 95%\", with a number from 50 to 99, not \"{}\"", text));
  return percent / 100.0;
}

}  // namespace arena
