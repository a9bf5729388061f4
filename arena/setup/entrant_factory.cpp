#include "arena/setup/entrant_factory.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "arena/core/time_json.hpp"
#include "arena/players/module_host.hpp"
#include "arena/process/bot_environment.hpp"
#include "arena/process/command_line.hpp"
#include "arena/process/program.hpp"
#include "arena/series/entrants.hpp"
#include "arena/tournament/entrant_files.hpp"
#include "arena/util/data_folder.hpp"
#include "arena/util/error.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

namespace arena {

namespace {

constexpr Duration for_ever = std::chrono::hours(24 * 365);

/// An unfinished entrant. A process can still get variables.
struct Draft {
  Entrant entrant;
  std::optional<BotProcess> process{};
  bool move_time_given = false;
  bool max_refusals_given = false;
};

/// A word such as nmae=x in place of the program is probably a mistyped key.
void refuse_unknown_key(const std::string& word) {
  const std::size_t length = word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-_");
  if (length == std::string::npos || length == 0 || word[length] != '=' || is_file(word)) return;
  throw Error(fmt::format("unknown key \"{}\" of a player; known: {}", word.substr(0, length),
                          fmt::join(player_keys, ", ")));
}

void be_person(std::optional<ScreenStyle> screen, Draft& draft) {
  draft.entrant.name = "you";
  draft.entrant.kind = std::make_shared<PersonEntrant>(screen);
  if (!draft.move_time_given) draft.entrant.time.move_time = for_ever;
  draft.move_time_given = true;
}

void be_program(const std::vector<std::string>& words, const PlayerDefaults& defaults,
                Draft& draft) {
  const std::vector<std::string> found = found_words(words, defaults.store);
  refuse_unknown_key(found.front());
  draft.process = BotProcess{bot_command(found), words, defaults.declared};
  draft.entrant.name = bot_name(found);
}

void be_module(const std::string& word, const PlayerDefaults& defaults, Draft& draft) {
  const std::string module = found_words({word}, defaults.store).front();
  const bool is_path = module.ends_with(".py") || module.find('/') != std::string::npos;
  if (is_path && !is_file(module))
    throw Error(fmt::format("there is no Python module \"{}\"", module));
  Entrant& entrant = draft.entrant;
  entrant.name = is_path ? std::filesystem::path(module).stem().string()
                         : module.substr(module.rfind('.') + 1);
  entrant.protocol = shared_protocol;
  if (defaults.host != nullptr) {
    entrant.kind = std::make_shared<InProcessEntrant>(defaults.host->load(module, entrant.name));
    return;
  }
  const std::string& python = defaults.python;
  // -B leaves no compiled files in the module's folder.
  const std::string worker =
      defaults.worker.empty() ? python_folder() + "/arena/bot.py" : defaults.worker;
  // A sandbox shows the file that the command names.
  const std::vector<std::string> command = {python, "-B", worker, module_file(module)};
  draft.process =
      module_worker(bot_command(command), {python, "-m", "arena.bot", word}, defaults.declared);
}

void be_called(const std::string& name, const PlayerDefaults& defaults, Draft& draft) {
  if (!defaults.called)
    throw Error(
        fmt::format("\"{}\" is a function of a Python program: only that can play it", name));
  draft.entrant.name = name;
  draft.entrant.kind = defaults.called(name);
  draft.entrant.protocol = shared_protocol;
}

void apply_key(const std::string& key, const std::string& value, const AnyGame& game,
               Draft& draft) {
  Entrant& entrant = draft.entrant;
  if ((key == "clock" || key == "env") && !draft.process)
    throw Error(fmt::format("{}={} is for bot processes", key, value));
  if (key == "team")
    throw Error("team= is for arena tournament; elsewhere, players take the seats in their order");
  if (key == "name") {
    if (trim(value).empty()) throw Error("name= of a player is empty");
    entrant.name = value;
  } else if (key == "protocol") {
    entrant.protocol = find_protocol(game.protocols(), value).name;
  } else if (key == "move-time") {
    entrant.time.move_time = read_duration(value, key);
    draft.move_time_given = true;
  } else if (key == "game-time") {
    entrant.time.game_time = read_duration(value, key);
  } else if (key == "increment") {
    entrant.time.increment = read_duration(value, key);
  } else if (key == "start-time") {
    entrant.time.start_time = read_duration(value, key);
  } else if (key == "clock") {
    entrant.time.clock = read_clock(value, "clock=");
  } else if (key == "env") {
    draft.process->declared.push_back(read_variable(value));
  } else {
    const auto count = to_number<int>(value);
    if (!count || *count < 0)
      throw Error(fmt::format("max-refusals must be a number from 0, not \"{}\"", value));
    entrant.max_refusals = *count;
    draft.max_refusals_given = true;
  }
}

}  // namespace

std::string module_file(const std::string& name) {
  std::string file = name + ".py";
  return is_file(file) ? file : name;
}

std::string python_folder() { return data_folder("python", "python").string(); }

Entrant make_entrant(const PlayerArg& arg, const AnyGame& game, const PlayerDefaults& defaults) {
  Draft draft;
  Entrant& entrant = draft.entrant;
  entrant.time = defaults.time;
  entrant.protocol = defaults.protocol;
  draft.move_time_given = defaults.move_time_given;
  if (arg.kind == PlayerKind::human) {
    be_person(defaults.style, draft);
  } else if (arg.kind == PlayerKind::builtin) {
    entrant.name = arg.words.front();
    entrant.kind = std::make_shared<BuiltinEntrant>(arg.words.front());
  } else if (arg.kind == PlayerKind::module) {
    be_module(arg.words.front(), defaults, draft);
  } else if (arg.kind == PlayerKind::called) {
    be_called(arg.words.front(), defaults, draft);
  } else if (arg.words.empty()) {
    be_person({}, draft);
  } else {
    be_program(arg.words, defaults, draft);
  }
  for (const auto& [key, value] : arg.keys) apply_key(key, value, game, draft);
  if (arg.kind == PlayerKind::module && entrant.protocol != shared_protocol)
    throw Error("a module with move(game_state) is played by the JSON protocol alone");
  if (arg.kind == PlayerKind::human || arg.kind == PlayerKind::builtin) entrant.protocol.clear();
  const Terms& terms = game.terms(entrant.protocol);
  entrant.lifetime = terms.lifetime;
  if (!draft.move_time_given) entrant.time.move_time = terms.move_time;
  if (!draft.max_refusals_given) entrant.max_refusals = defaults.refusals_for(terms);
  if (!draft.process) entrant.time.clock = ClockKind::wall;
  if (draft.process) entrant.kind = std::make_shared<ProcessEntrant>(*std::move(draft.process));
  entrant.name = escaped(entrant.name);  // a file name may contain anything
  return entrant;
}

std::vector<Entrant> make_team(const PlayerArg& arg, const AnyGame& game,
                               const PlayerDefaults& defaults) {
  if (arg.kind != PlayerKind::team) return {make_entrant(arg, game, defaults)};
  std::vector<Entrant> bots;
  for (const PlayerArg& bot : arg.bots) bots.push_back(make_entrant(bot, game, defaults));
  return bots;
}

Entrant default_entrant(const AnyGame& game, const PlayerDefaults& defaults) {
  return make_entrant({PlayerKind::builtin, {}, {std::string(game.default_builtin())}}, game,
                      defaults);
}

}  // namespace arena
