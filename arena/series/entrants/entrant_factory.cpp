#include "arena/series/entrants/entrant_factory.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "arena/core/time_json.hpp"
#include "arena/players/module_host.hpp"
#include "arena/process/spawn/bot_environment.hpp"
#include "arena/process/spawn/program.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/util/data_folder.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/sha256.hpp"
#include "arena/util/text/plain_text.hpp"

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
    protocol = find_protocol(game.protocols, *player.settings.protocol).name;
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
  return make_entrant(
      {.kind = PlayerKind::builtin, .words = {std::string(game.builtins.default_name())}}, game,
      defaults);
}

namespace fs = std::filesystem;

namespace {

/// `use(word, path)` for each word that names a file or a folder, seen from `folder`.
void for_each_file(std::vector<std::string>& words, const fs::path& folder,
                   const std::function<void(std::string&, const fs::path&)>& use) {
  for (std::string& word : words) {
    const bool by_path =
        &word == &words.front() && words.size() > 1 && word.find('/') == std::string::npos;
    const fs::path path = folder / word;
    std::error_code none;
    if (!word.empty() && !by_path && fs::exists(path, none)) use(word, path);
  }
}

fs::path folder_of(const std::string& store) { return fs::path(store).parent_path(); }

constexpr std::size_t most_files = 10'000;
constexpr std::uintmax_t most_bytes = 1'000'000'000;

/// A file without a size is not read: those of /proc may have no end.
std::string content_of(const fs::path& path) {
  std::error_code none;
  const std::uintmax_t size = fs::file_size(path, none);
  if (!none && size == 0) return "";
  if (size > most_bytes)
    throw Error(fmt::format("\"{}\" is too large for a bot's file: {} bytes", path.string(), size));
  return read_text_file(path);
}

/// Throws filesystem_error for what may not be looked at.
std::vector<fs::path> files_below(const fs::path& path) {
  if (fs::is_regular_file(path)) return {path};
  std::vector<fs::path> files;
  if (!fs::is_directory(path)) return files;  // such as /dev/null
  constexpr auto skip = fs::directory_options::skip_permission_denied;
  for (auto entry = fs::recursive_directory_iterator(path, skip); entry != fs::end(entry);
       ++entry) {
    if (entry->path().filename() == "__pycache__") entry.disable_recursion_pending();
    if (entry->is_regular_file()) files.push_back(entry->path());
    if (files.size() > most_files)
      throw Error(fmt::format("the folder \"{}\" has more than {} files: it cannot be a bot's",
                              path.string(), most_files));
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::vector<std::string> kept_words(std::vector<std::string> words, const std::string& store) {
  const fs::path folder = folder_of(fs::absolute(store).lexically_normal());
  for_each_file(words, {}, [&](std::string& word, const fs::path& path) {
    const fs::path whole = fs::absolute(path).lexically_normal();
    const fs::path below = whole.lexically_relative(folder);
    const bool is_below = !below.empty() && *below.begin() != "..";
    const bool wants_slash = &word == &words.front() && words.size() > 1 && is_below;
    word = is_below ? below : whole;
    if (wants_slash && word.find('/') == std::string::npos) word.insert(0, "./");
  });
  return words;
}

std::vector<std::string> found_words(std::vector<std::string> kept, const std::string& store) {
  for_each_file(kept, folder_of(store),
                [](std::string& word, const fs::path& path) { word = path; });
  return kept;
}

std::string files_hash(std::vector<std::vector<std::string>> commands, const std::string& store) {
  std::string all;
  const auto add = [&all](const std::string&, const fs::path& path) {
    for (const fs::path& file : files_below(path)) {
      const std::string name = file == path ? file.filename() : file.lexically_relative(path);
      all += fmt::format("{} {}\n", sha256(content_of(file)), name);
    }
  };
  try {
    for (std::vector<std::string>& words : commands) for_each_file(words, folder_of(store), add);
  } catch (const fs::filesystem_error& error) {
    throw Error(error.what());
  }
  return all.empty() ? "" : sha256(all);
}

}  // namespace arena
