#include "arena/tournament/tournament_file.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include <boost/describe/enum_from_string.hpp>
#include <fmt/format.h>

#include "arena/core/described.hpp"
#include "arena/process/command_line.hpp"
#include "arena/tournament/toml_table.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_descriptor.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

namespace arena {

namespace {

constexpr std::int64_t most_deals = 1'000'000;
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

template <class Enum>
Enum named_value(const TomlTable& table, std::string_view key, const std::string& text) {
  Enum value{};
  if (!boost::describe::enum_from_string(text.c_str(), value))
    table.fail(key,
               fmt::format("{} must be {}, not \"{}\"", key, described::enumerators<Enum>(), text));
  return value;
}

class FileReader {
 public:
  FileReader(const toml::table& root, const std::string& path)
      : root_(root, "the file", path),
        path_(path),
        folder_(std::filesystem::path(path).parent_path()) {}

  TournamentFile read() {
    file_.game = {root_.place("game"), {needed_text(root_, "game")}};
    read_format();
    file_.seats = static_cast<int>(root_.whole("seats", 1, 1000).value_or(0));
    file_.jobs = static_cast<int>(root_.whole("jobs", 1, 1024).value_or(0));
    add_option(root_, "seed", root_.word("seed"));
    read_game_options();
    if (const toml::table* const limits = root_.table("limits")) read_limits(*limits);
    for (const toml::table* const entrant : root_.tables("entrant")) add_entrant(*entrant);
    root_.refuse_others();
    if (file_.entrants.size() < 2) root_.fail("entrant", "a tournament needs two entrants or more");
    return std::move(file_);
  }

 private:
  static std::string needed_text(TomlTable& table, std::string_view key) {
    auto text = table.text(key);
    if (!text) table.fail_missing(key);
    return std::move(*text);
  }

  // --- The format --------------------------------------------------------------------------------

  void read_format() {
    FormatSettings& format = file_.format;
    const std::string name = needed_text(root_, "format");
    format.kind = named_value<FormatKind>(root_, "format", name);
    format.deals = static_cast<int>(root_.whole("deals", 1, most_deals).value_or(format.deals));
    for (const char* const other :
         {"round_robin", "gauntlet", "swiss", "knockout", "double_knockout", "league"}) {
      const toml::table* const table = root_.table(other);
      if (table == nullptr) continue;
      if (other != name)
        root_.fail(other, fmt::format("[{}] says nothing: the format is {}", other, name));
      TomlTable settings(*table, fmt::format("[{}]", other), path_);
      read_settings(settings);
      settings.refuse_others();
    }
  }

  void read_settings(TomlTable& settings) {
    FormatSettings& format = file_.format;
    switch (format.kind) {
      case FormatKind::swiss:
        format.rounds = static_cast<int>(settings.whole("rounds", 1, 1000).value_or(0));
        break;
      case FormatKind::knockout:
      case FormatKind::double_knockout:
        format.max_blocks = static_cast<int>(
            settings.whole("max_blocks", 1, most_deals).value_or(format.max_blocks));
        if (const auto store = settings.text("ratings_from")) {
          file_.ratings_from = in_folder(*store);
          format.seeding = Seeding::ratings;
        }
        if (const auto text = settings.text("seeding"))
          format.seeding = named_value<Seeding>(settings, "seeding", *text);
        if (!file_.ratings_from.empty() && format.seeding != Seeding::ratings)
          settings.fail("ratings_from", "ratings_from needs seeding = \"ratings\"");
        break;
      case FormatKind::league:
        if (const auto text = settings.text("stop_when")) read_stop(settings, *text);
        break;
      default:
        break;
    }
  }

  void read_stop(const TomlTable& settings, std::string_view text) {
    try {
      file_.format.stop_at = read_stop_when(text);
    } catch (const Error& error) {
      settings.fail("stop_when", fmt::format("stop_when {}", error.what()));
    }
  }

  // --- Words of the command line -----------------------------------------------------------------

  void add_option(const TomlTable& table, std::string_view key,
                  const std::optional<std::string>& value) {
    if (value) file_.options.push_back({table.place(key), {"--" + option_name(key), *value}});
  }

  void read_game_options() {
    const toml::table* const options = root_.table("options");
    if (options == nullptr) return;
    for (const auto& [key, node] : *options) {
      file_.options.push_back(
          {place_of(path_, node.source().begin),
           {"--option", fmt::format("{}={}", key.str(), option_text(key.str(), node))}});
    }
  }

  /// As --option reads it.
  std::string option_text(std::string_view key, const toml::node& node) const {
    if (const auto* const text = node.as_string()) return text->get();
    if (const auto* const whole = node.as_integer()) return fmt::format("{}", whole->get());
    if (const auto* const flag = node.as_boolean()) return flag->get() ? "true" : "false";
    const toml::array* const list = node.as_array();
    if (list == nullptr)
      throw Error(fmt::format("{}: option {} must be a text, a whole number, true, false or a list",
                              place_of(path_, node.source().begin), key));
    boost::json::array items;
    for (const toml::node& item : *list) {
      const std::string text = option_text(key, item);
      items.push_back(item.is_string() ? boost::json::value(text) : described::value_of(text));
    }
    return boost::json::serialize(items);
  }

  void read_limits(const toml::table& table) {
    TomlTable limits(table, "[limits]", path_);
    for (const char* const key :
         {"move_time", "game_time", "increment", "start_time", "protocol", "python", "memory"})
      add_option(limits, key, limits.word(key));
    add_option(limits, "clock", clock(limits));
    add_option(limits, "max_refusals", as_text(limits.whole("max_refusals", 0, most_refusals)));
    add_option(limits, "processes", as_text(limits.whole("processes", 1, 100'000)));
    for (const char* const key : {"sandbox", "pause"}) {
      if (limits.flag(key).value_or(false))
        file_.options.push_back({limits.place(key), {"--" + std::string(key)}});
    }
    for (const std::string& variable : limits.texts("env")) add_option(limits, "env", variable);
    limits.refuse_others();
  }

  static std::optional<std::string> clock(TomlTable& table) {
    auto text = table.text("clock");
    if (text && *text != "wall" && *text != "cpu")
      table.fail("clock", fmt::format("clock must be wall or cpu, not \"{}\"", *text));
    return text;
  }

  // --- Entrants ----------------------------------------------------------------------------------

  void add_entrant(const toml::table& table) {
    TomlTable entrant(table, "[[entrant]]", path_);
    FileEntrant added;
    added.name = needed_text(entrant, "name");
    check_name(entrant, added.name);
    added.challenger = entrant.flag("challenger").value_or(false);
    added.called = entrant.flag("called").value_or(false);
    added.seed_rating = entrant.number("rating").value_or(0);
    if (added.challenger && file_.format.kind != FormatKind::gauntlet)
      entrant.fail("challenger", "only a gauntlet has challengers");
    std::vector<std::string> keys{"name=" + added.name};
    for (const char* const key : {"protocol", "move_time", "game_time", "increment", "start_time"})
      add_key(keys, key, entrant.word(key));
    add_key(keys, "clock", clock(entrant));
    add_key(keys, "max_refusals", as_text(entrant.whole("max_refusals", 0, most_refusals)));
    for (const std::string& variable : entrant.texts("env")) add_key(keys, "env", variable);
    added.player = player_words(entrant, std::move(keys), added.called);
    added.player.place = place_of(path_, table.source().begin);
    entrant.refuse_others();
    file_.entrants.push_back(std::move(added));
  }

  void check_name(const TomlTable& entrant, const std::string& name) {
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; };
    if (std::ranges::any_of(name, is_control))
      entrant.fail("name", "a name has no control characters");
    const auto [earlier, is_new] = places_.emplace(name, entrant.place("name"));
    if (!is_new)
      entrant.fail("name", fmt::format("the name \"{}\" is taken: see {}", name, earlier->second));
  }

  static void add_key(std::vector<std::string>& keys, std::string_view key,
                      const std::optional<std::string>& value) {
    if (value) keys.push_back(option_name(key) + "=" + *value);
  }

  FileWords player_words(TomlTable& entrant, std::vector<std::string> keys, bool called) const {
    if (called) return called_words(entrant, std::move(keys));
    const auto module = entrant.text("module");
    const auto builtin = entrant.text("builtin");
    const std::vector<std::string> command = command_words(entrant);
    if (int{module.has_value()} + int{builtin.has_value()} + int{!command.empty()} != 1)
      entrant.fail("name", "an entrant needs one of command, module and builtin");
    FileWords player;
    player.words.emplace_back(module ? "-m" : builtin ? "-b" : "-p");
    std::ranges::move(keys, std::back_inserter(player.words));
    if (module) player.words.push_back(in_folder(*module));
    if (builtin) player.words.push_back(*builtin);
    if (command.empty()) return player;
    player.words.emplace_back("--");
    for (const std::string& word : command) {
      if (word == "--")
        entrant.fail("command", "a command with the word \"--\" needs a script that starts it");
      player.words.push_back(in_folder(word));
    }
    player.words.emplace_back("--");
    return player;
  }

  static FileWords called_words(const TomlTable& entrant, std::vector<std::string> keys) {
    for (const char* const key : {"command", "module", "builtin"}) {
      if (entrant.has(key)) entrant.fail(key, "a called entrant has nothing else that plays");
    }
    keys.insert(keys.begin(), "-b");
    keys.emplace_back("called");
    return {{}, std::move(keys)};
  }

  /// A list of words, or a text as after -p: a program, or words as a shell would split them.
  std::vector<std::string> command_words(TomlTable& entrant) const {
    if (!entrant.is_text("command")) return entrant.texts("command");
    const std::string text = entrant.text("command").value();
    if (in_folder(text) != text) return {text};
    try {
      return split_words(text);
    } catch (const Error& error) {
      entrant.fail("command", error.what());
    }
  }

  /// The path of what the word names in the file's folder, or else the word as it is.
  [[nodiscard]] std::string in_folder(const std::string& word) const {
    if (folder_.empty() || std::filesystem::path(word).is_absolute()) return word;
    std::error_code error;
    const std::filesystem::path path = folder_ / word;
    return std::filesystem::exists(path, error) ? path.string() : word;
  }

  TomlTable root_;
  const std::string& path_;
  std::filesystem::path folder_;
  TournamentFile file_;
  std::map<std::string, std::string> places_;  // of the names
};

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

TournamentFile read_tournament(std::string_view text, const std::string& path) {
  check_depth(text, path);
  try {
    const toml::table root = toml::parse(text);
    return FileReader(root, path).read();
  } catch (const toml::parse_error& error) {
    throw Error(fmt::format("{}: {}", place_of(path, error.source().begin), error.description()));
  }
}

std::string tournament_text(const std::string& path) {
  std::error_code missing;
  const std::filesystem::file_status status = std::filesystem::status(path, missing);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw Error(fmt::format("{} is no file", in_quotes(path)));
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::optional<std::string> text = file ? read_all(file.number()) : std::nullopt;
  if (!text)
    throw Error(
        fmt::format("cannot read {}: {}", in_quotes(path), std::generic_category().message(errno)));
  return *std::move(text);
}

}  // namespace arena
