#include "arena/cli/player_args.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "arena/core/time_json.hpp"
#include "arena/players/module_host.hpp"
#include "arena/process/bot_environment.hpp"
#include "arena/process/command_line.hpp"
#include "arena/process/program.hpp"
#include "arena/util/data_folder.hpp"
#include "arena/util/error.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

namespace arena::cli {

namespace {

constexpr Duration for_ever = std::chrono::hours(24 * 365);

std::optional<PlayerKind> kind_of(std::string_view word) {
  if (word == "-p" || word == "--process" || word == "--bot") return PlayerKind::process;
  if (word == "-m" || word == "--module") return PlayerKind::module;
  if (word == "-b" || word == "--builtin") return PlayerKind::builtin;
  if (word == "--human") return PlayerKind::human;
  return std::nullopt;
}

constexpr std::array<std::string_view, 9> keys = {"name",      "protocol",     "move-time",
                                                  "game-time", "increment",    "start-time",
                                                  "clock",     "max-refusals", "env"};

bool is_key(std::string_view name) {
  return std::find(keys.begin(), keys.end(), name) != keys.end();
}

/// A word such as nmae=x in a program's place is a mistyped key rather than a program.
void refuse_unknown_key(const std::string& word) {
  const std::size_t length = word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-_");
  if (length == std::string::npos || length == 0 || word[length] != '=' || is_file(word)) return;
  throw Error(fmt::format("unknown key \"{}\" of a player; known: {}", word.substr(0, length),
                          fmt::join(keys, ", ")));
}

/// Reads one player's words from a list of arguments.
class Taker {
 public:
  Taker(const std::vector<std::string>& args, std::size_t at,
        const std::function<bool(std::string_view)>& is_option)
      : args_(args), at_(at), is_option_(is_option) {}

  PlayerArg take(PlayerKind kind) {
    PlayerArg arg;
    arg.kind = kind;
    while (at_ < args_.size() && take_key(arg)) {
    }
    if (kind == PlayerKind::builtin || kind == PlayerKind::module) {
      if (at_ == args_.size() || args_[at_].starts_with('-'))
        throw Error(kind == PlayerKind::builtin ? "-b needs the name of a built-in bot"
                                                : "-m needs a Python module or file");
      arg.words.push_back(args_[at_++]);
    } else if (kind == PlayerKind::process) {
      take_words(arg);
    }
    return arg;
  }
  [[nodiscard]] std::size_t at() const { return at_; }

 private:
  bool take_key(PlayerArg& arg) {
    const std::string& word = args_[at_];
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || !is_key(word.substr(0, equals))) return false;
    arg.keys.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    ++at_;
    return true;
  }

  void take_words(PlayerArg& arg) {
    if (at_ < args_.size() && args_[at_] == "--") {
      for (++at_; at_ < args_.size() && args_[at_] != "--"; ++at_) arg.words.push_back(args_[at_]);
      if (at_ < args_.size()) ++at_;
      if (arg.words.empty()) throw Error("-p -- needs the words of a command");
      return;
    }
    while (at_ < args_.size() && !args_[at_].starts_with('-')) arg.words.push_back(args_[at_++]);
    if (at_ == args_.size() || arg.words.empty() || is_option_(args_[at_])) return;
    throw Error(fmt::format("\"{}\" is no option of arena; if it belongs to the bot, write -p {}",
                            args_[at_], words_as_one(arg.words)));
  }

  /// How to say that these and what follows are words of the bot.
  [[nodiscard]] std::string words_as_one(std::vector<std::string> words) const {
    for (std::size_t i = at_; i < args_.size() && !is_option_(args_[i]); ++i)
      words.push_back(args_[i]);
    std::string plain = fmt::format("{}", fmt::join(words, " "));
    const std::string quoted = join_words(words);
    return quoted == plain ? "'" + plain + "'" : "-- " + quoted + " --";
  }

  const std::vector<std::string>& args_;
  std::size_t at_;
  const std::function<bool(std::string_view)>& is_option_;
};

void declare(const std::string& variable, Entrant& entrant) {
  auto* process = std::get_if<ProcessEntrant>(&entrant.who);
  if (process == nullptr) throw Error(fmt::format("env={} is for bot processes", variable));
  process->declared.push_back(read_variable(variable));
}

void apply_key(const std::string& key, const std::string& value, const AnyGame& game,
               Entrant& entrant, bool& move_time_given) {
  if (key == "name") {
    if (trim(value).empty()) throw Error("name= of a player is empty");
    entrant.name = value;
  } else if (key == "protocol") {
    entrant.protocol = find_protocol(game.protocols(), value).name;
  } else if (key == "move-time") {
    entrant.time.move_time = read_duration(value, key);
    move_time_given = true;
  } else if (key == "game-time") {
    entrant.time.game_time = read_duration(value, key);
  } else if (key == "increment") {
    entrant.time.increment = read_duration(value, key);
  } else if (key == "start-time") {
    entrant.time.start_time = read_duration(value, key);
  } else if (key == "clock") {
    if (!std::holds_alternative<ProcessEntrant>(entrant.who))
      throw Error(fmt::format("clock={} is for bot processes", value));
    entrant.time.clock = read_clock(value, "clock=");
  } else if (key == "env") {
    declare(value, entrant);
  } else {
    const auto count = to_number<int>(value);
    if (!count || *count < 0)
      throw Error(fmt::format("max-refusals must be a number from 0, not \"{}\"", value));
    entrant.max_refusals = *count;
  }
}

}  // namespace

bool begins_player(std::string_view word) { return kind_of(word).has_value(); }

std::string python_folder() { return data_folder("python", "python").string(); }

namespace {

/// A bot process that plays a Python module.
ProcessEntrant worker_entrant(const std::string& module, const PlayerDefaults& defaults) {
  const std::string& python = defaults.python;
  // -B: nothing is left in the folder of the module.
  const std::vector<std::string> words = {python, "-B", python_folder() + "/arena/bot.py", module};
  ProcessEntrant worker{
      bot_command(words), {python, "-m", "arena.bot", module}, defaults.declared, true};
  // By its name a module is found only where Python is told to look.
  if (auto path = own_variable("PYTHONPATH"))
    worker.declared.insert(worker.declared.begin(), *std::move(path));
  worker.module = true;
  return worker;
}

void be_module(const std::string& module, const PlayerDefaults& defaults, Entrant& entrant) {
  const bool is_path = module.ends_with(".py") || module.find('/') != std::string::npos;
  if (is_path && !is_file(module))
    throw Error(fmt::format("there is no Python module \"{}\"", module));
  entrant.name = is_path ? std::filesystem::path(module).stem().string()
                         : module.substr(module.rfind('.') + 1);
  entrant.protocol = shared_protocol;
  if (defaults.host != nullptr) {
    entrant.who = InProcessEntrant{defaults.host->load(module, entrant.name)};
  } else {
    entrant.who = worker_entrant(module, defaults);
  }
}

}  // namespace

namespace {

/// Whether a player begins at this word. `--process=X` is `--process X`, and becomes that.
std::optional<PlayerKind> begun_player(std::vector<std::string>& args, std::size_t at) {
  const std::size_t equals = args[at].find('=');
  if (equals != std::string::npos && kind_of(args[at].substr(0, equals))) {
    args.insert(args.begin() + static_cast<std::ptrdiff_t>(at) + 1, args[at].substr(equals + 1));
    args[at].resize(equals);
  }
  return kind_of(args[at]);
}

}  // namespace

std::vector<PlayerArg> take_players(std::vector<std::string>& args,
                                    const std::function<bool(std::string_view)>& is_option) {
  std::vector<PlayerArg> players;
  std::vector<std::string> rest;
  for (std::size_t at = 0; at < args.size();) {
    const auto kind = begun_player(args, at);
    if (!kind) {
      rest.push_back(args[at++]);
      continue;
    }
    Taker taker(args, at + 1, is_option);
    players.push_back(taker.take(*kind));
    at = taker.at();
  }
  args = std::move(rest);
  return players;
}

std::vector<std::string> without_option(std::vector<std::string> args, std::string_view option,
                                        const std::function<bool(std::string_view)>& is_option) {
  std::vector<std::string> rest;
  const std::string with_value = std::string(option) + "=";
  for (std::size_t at = 0; at < args.size();) {
    std::size_t end = at + 1;
    if (const auto kind = begun_player(args, at)) {
      Taker taker(args, at + 1, is_option);
      static_cast<void>(taker.take(*kind));
      end = taker.at();
    } else if (args[at] == option) {
      at = std::min(at + 2, args.size());
      continue;
    } else if (args[at].starts_with(with_value)) {
      ++at;
      continue;
    }
    for (; at < end; ++at) rest.push_back(args[at]);
  }
  return rest;
}

Duration read_duration(std::string_view text, std::string_view what) {
  const std::string copy(text);
  char* end = nullptr;
  const double number = std::strtod(copy.c_str(), &end);
  const std::string_view unit = trim(std::string_view(end));
  const double seconds = unit.empty() || unit == "s" ? 1
                         : unit == "ms"              ? 0.001
                         : unit == "m"               ? 60
                         : unit == "h"               ? 3600
                                                     : 0;
  const double length = number * seconds;
  const bool too_short = length > 0 && length < 0.001;  // than the unit in which arena counts
  if (end == copy.c_str() || seconds == 0 || !std::isfinite(length) || length < 0 || too_short ||
      length > std::chrono::duration<double>(longest_time).count()) {
    throw Error(
        fmt::format("{} must be a duration such as 2, 1.5s, 500ms or 2m, not \"{}\"", what, text));
  }
  return std::chrono::round<std::chrono::milliseconds>(std::chrono::duration<double>(length));
}

Entrant make_entrant(const PlayerArg& arg, const AnyGame& game, const PlayerDefaults& defaults) {
  Entrant entrant;
  entrant.time = defaults.time;
  entrant.protocol = defaults.protocol;
  entrant.max_refusals = defaults.max_refusals;
  bool move_time_given = defaults.move_time_given;
  const bool person =
      arg.kind == PlayerKind::human || (arg.kind == PlayerKind::process && arg.words.empty());
  if (person) {
    entrant.name = "you";
    entrant.who = PersonEntrant{};
    if (arg.kind == PlayerKind::human) entrant.who = PersonEntrant{defaults.style};
  } else if (arg.kind == PlayerKind::builtin) {
    entrant.name = arg.words.front();
    entrant.who = BuiltinEntrant{arg.words.front()};
  } else if (arg.kind == PlayerKind::module) {
    be_module(arg.words.front(), defaults, entrant);
  } else {
    refuse_unknown_key(arg.words.front());
    entrant.who = ProcessEntrant{bot_command(arg.words), arg.words, defaults.declared};
    entrant.name = bot_name(arg.words);
  }
  for (const auto& [key, value] : arg.keys) apply_key(key, value, game, entrant, move_time_given);
  if (arg.kind == PlayerKind::module && entrant.protocol != shared_protocol)
    throw Error("a module with move(game_state) is played by the JSON protocol alone");
  if (arg.kind == PlayerKind::human || arg.kind == PlayerKind::builtin) entrant.protocol.clear();
  const Terms& terms = game.terms(entrant.protocol);
  entrant.lifetime = terms.lifetime;
  if (!move_time_given) entrant.time.move_time = person ? for_ever : terms.move_time;
  if (!std::holds_alternative<ProcessEntrant>(entrant.who)) entrant.time.clock = ClockKind::wall;
  entrant.name = escaped(entrant.name);  // a file may be called anything
  return entrant;
}

Entrant default_entrant(const AnyGame& game, const PlayerDefaults& defaults) {
  return make_entrant({PlayerKind::builtin, {}, {std::string(game.default_builtin())}}, game,
                      defaults);
}

void make_names_unique(std::vector<Entrant>& entrants) {
  std::set<std::string> taken;
  for (Entrant& entrant : entrants) {
    const std::string wanted = entrant.name;
    for (int copy = 2; !taken.insert(entrant.name).second; ++copy)
      entrant.name = fmt::format("{}-{}", wanted, copy);
  }
}

std::string players_help() {
  return R"(
Players, in the order of the seats; each may be given several times:
  -p, --process COMMAND...  a bot process: the words up to the next option; -p -- WORDS... -- takes any words;
                            -p alone: you are the bot, at the terminal, and see the raw protocol
  -m, --module MODULE       a Python module with a function move(game_state): its name, or a file
  -b, --builtin NAME        a built-in bot (`arena games` lists them)
  --human                   you, with a board
  KEY=VALUE directly after one of these holds for that player alone: name, protocol, move-time, game-time,
  increment, start-time, clock, max-refusals, env.

Examples:
  arena run lost_cities -p ./mybot
  arena run lost_cities -p python3 bot.py -b greedy -n 200 --duplicate --seed 1
  arena run lost_cities -p name=new ./bot -p name=old ./old_bot -n 100 -j 2 --record games.jsonl)";
}

}  // namespace arena::cli
