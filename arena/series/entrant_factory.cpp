#include "arena/series/entrant_factory.hpp"

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
#include "arena/series/entrant_files.hpp"
#include "arena/series/entrants.hpp"
#include "arena/util/data_folder.hpp"
#include "arena/util/error.hpp"
#include "arena/util/plain_text.hpp"

namespace arena {

namespace {

constexpr Duration for_ever = std::chrono::hours(24 * 365);

/// What plays for an entrant, and how it is named without a name of its own.
struct Seated {
  std::string name;
  std::shared_ptr<const EntrantKind> kind;
};

Seated person(std::optional<ScreenStyle> screen) {
  return {"you", std::make_shared<PersonEntrant>(screen)};
}

Seated program(const std::vector<std::string>& words, const Variables& declared,
               const PlayerDefaults& defaults) {
  const std::vector<std::string> found = found_words(words, defaults.store);
  return {bot_name(found),
          std::make_shared<ProcessEntrant>(BotProcess{bot_command(found), words, declared})};
}

Seated module(const std::string& word, const Variables& declared, const PlayerDefaults& defaults) {
  const std::string module = found_words({word}, defaults.store).front();
  const bool is_path = module.ends_with(".py") || module.find('/') != std::string::npos;
  if (is_path && !is_file(module))
    throw Error(fmt::format("there is no Python module \"{}\"", module));
  const std::string name = is_path ? std::filesystem::path(module).stem().string()
                                   : module.substr(module.rfind('.') + 1);
  if (defaults.host != nullptr)
    return {name, std::make_shared<InProcessEntrant>(defaults.host->load(module, name))};
  const std::string python = defaults.python();
  // -B leaves no compiled files in the module's folder.
  const std::string worker =
      defaults.worker.empty() ? python_folder() + "/arena/bot.py" : defaults.worker;
  // A sandbox shows the file that the command names.
  const std::vector<std::string> command = {python, "-B", worker, module_file(module)};
  return {name, std::make_shared<ProcessEntrant>(module_worker(
                    bot_command(command), {python, "-m", "arena.bot", word}, declared))};
}

Seated called(const std::string& name, const PlayerDefaults& defaults) {
  if (!defaults.called)
    throw Error(
        fmt::format("\"{}\" is a function of a Python program: only that can play it", name));
  return {name, defaults.called(name)};
}

Seated seated(const PlayerSpec& player, const Variables& declared, const PlayerDefaults& defaults) {
  switch (player.kind) {
    case PlayerKind::human:
      return person(defaults.style);
    case PlayerKind::builtin:
      return {player.words.front(), std::make_shared<BuiltinEntrant>(player.words.front())};
    case PlayerKind::module:
      return module(player.words.front(), declared, defaults);
    case PlayerKind::called:
      return called(player.words.front(), defaults);
    case PlayerKind::team:
      throw Error("a team cannot sit at one seat");
    default:
      return player.words.empty() ? person({}) : program(player.words, declared, defaults);
  }
}

Variables variables(const PlayerSettings& settings) {
  Variables declared;
  for (const std::string& variable : settings.env.value_or(Variables()))
    declared.push_back(read_variable(variable));
  return declared;
}

/// By its name in the game, or empty for the default.
std::string protocol_of(const PlayerSpec& player, const AnyGame& game,
                        const PlayerDefaults& defaults) {
  const bool is_module = player.kind == PlayerKind::module || player.kind == PlayerKind::called;
  std::string protocol = is_module ? std::string(shared_protocol) : defaults.protocol();
  if (player.settings.protocol)
    protocol = find_protocol(game.protocols(), *player.settings.protocol).name;
  if (is_module && protocol != shared_protocol)
    throw Error(player.kind == PlayerKind::module
                    ? "a module with move(game_state) is played by the JSON protocol alone"
                    : "a function of a Python program is played by the JSON protocol alone");
  const bool has_lines = player.kind != PlayerKind::human && player.kind != PlayerKind::builtin;
  return has_lines ? protocol : "";
}

void check_process_settings(const PlayerSettings& own) {
  if (own.clock) throw Error(fmt::format("clock={} is for bot processes", to_text(*own.clock)));
  if (own.env) throw Error(fmt::format("env={} is for bot processes", own.env->front()));
}

}  // namespace

std::string module_file(const std::string& name) {
  std::string file = name + ".py";
  return is_file(file) ? file : name;
}

std::string python_folder() { return data_folder("python", "python").string(); }

TimeControl time_of(const PlayerSettings& settings, const Terms& terms) {
  const auto length = [](const std::optional<Span>& span, Duration otherwise) {
    return span ? span->length : otherwise;
  };
  TimeControl time;
  time.move_time = length(settings.move_time, terms.move_time);
  time.increment = length(settings.increment, time.increment);
  time.start_time = length(settings.start_time, time.start_time);
  if (settings.game_time) time.game_time = settings.game_time->length;
  time.clock = settings.clock.value_or(time.clock);
  return time;
}

Entrant make_entrant(const PlayerSpec& player, const AnyGame& game,
                     const PlayerDefaults& defaults) {
  PlayerSettings settings = defaults.limits;
  settings.take(player.settings);
  auto [name, kind] = seated(player, variables(settings), defaults);
  Entrant entrant;
  entrant.name = escaped(player.name.empty() ? name : player.name);  // a file's may be anything
  entrant.kind = std::move(kind);
  entrant.protocol = protocol_of(player, game, defaults);
  const Terms& terms = game.terms(entrant.protocol);
  entrant.lifetime = terms.lifetime;
  entrant.max_refusals = player.settings.max_refusals ? player.settings.max_refusals->value
                                                      : defaults.refusals_for(terms);
  entrant.time = time_of(settings, terms);
  if (entrant.is_person() && !settings.move_time) entrant.time.move_time = for_ever;
  if (entrant.process() == nullptr) {
    check_process_settings(player.settings);
    entrant.time.clock = ClockKind::wall;
  }
  return entrant;
}

std::vector<Entrant> make_team(const PlayerSpec& player, const AnyGame& game,
                               const PlayerDefaults& defaults) {
  if (player.kind != PlayerKind::team) return {make_entrant(player, game, defaults)};
  std::vector<Entrant> bots;
  for (const PlayerSpec& bot : player.bots) bots.push_back(make_entrant(bot, game, defaults));
  return bots;
}

Entrant default_entrant(const AnyGame& game, const PlayerDefaults& defaults) {
  return make_entrant({.kind = PlayerKind::builtin, .words = {std::string(game.default_builtin())}},
                      game, defaults);
}

}  // namespace arena
