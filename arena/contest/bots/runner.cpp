#include "arena/contest/bots/runner.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "arena/contest/checks/languages.hpp"
#include "arena/tournament/described/toml.hpp"
#include "arena/util/data_folder.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/text/text.hpp"

namespace arena::contest {

namespace {

namespace fs = std::filesystem;

fs::path own_runners() { return data_folder("runners", "examples/runners"); }

std::string file_of(const std::string& name) {
  if (name.ends_with(".toml")) return name;
  const std::vector<std::string> names = runner_names();
  if (std::ranges::find(names, name) == names.end())
    throw Error(
        fmt::format("unknown runner \"{}\"; give the path of a file that ends with .toml, or "
                    "one of arena's: {}",
                    name, fmt::join(names, ", ")));
  return own_runners() / (name + ".toml");
}

std::string needed(TomlTable& table, std::string_view key) {
  auto text = table.text(key);
  if (!text || text->empty()) table.fail_missing(key);
  return *std::move(text);
}

/// The path of a file that the table may name. Empty if it does not.
std::string file_beside(TomlTable& table, std::string_view key, const fs::path& folder) {
  const auto name = table.text(key);
  if (!name) return "";
  const fs::path path = fs::weakly_canonical(folder / *name);
  if (!fs::is_regular_file(path))
    table.fail(key, fmt::format("there is no file {}", path.string()));
  return path;
}

/// Fails if the folder lacks what `npm ci` or the like makes.
void check_needs(TomlTable& table, const fs::path& folder) {
  const std::string needs = table.text("needs").value_or("");
  const std::string install = table.text("install").value_or("");
  if (fs::exists(folder / needs)) return;
  table.fail("needs", fmt::format("{} is missing{}", (folder / needs).string(),
                                  install.empty() ? std::string()
                                                  : fmt::format(": run \"{}\" in {}", install,
                                                                folder.string())));
}

void check_language(const TomlTable& table, const std::string& language) {
  const std::vector<Language> installed = installed_languages();
  if (std::ranges::find(installed, language, &Language::name) == installed.end())
    table.fail("language",
               fmt::format("the language \"{}\" is not installed here; installed: {}", language,
                           joined(installed, ", ", [](const Language& one) { return one.name; })));
}

}  // namespace

std::vector<std::string> runner_names() {
  std::vector<std::string> names;
  try {
    for (const auto& entry : fs::directory_iterator(own_runners())) {
      if (entry.path().extension() == ".toml") names.push_back(entry.path().stem());
    }
  } catch (const Error&) {
    return names;
  }
  std::ranges::sort(names);
  return names;
}

Runner read_runner(const std::string& name) {
  const std::string path = file_of(name);
  const toml::table root = parse_toml(read_text_file(path), path);
  TomlTable table(root, "a runner", path);
  const fs::path here = fs::path(path).parent_path();
  Runner runner;
  runner.game = needed(table, "game");
  runner.title = needed(table, "title");
  const fs::path folder = fs::weakly_canonical(here / needed(table, "folder"));
  if (!fs::is_directory(folder))
    table.fail("folder", fmt::format("there is no folder {}", folder.string()));
  runner.folder = folder;
  runner.file = needed(table, "file");
  if (fs::path(runner.file).filename() != runner.file)
    table.fail("file", "file must be the name of a file, without a folder");
  runner.language = needed(table, "language");
  check_language(table, runner.language);
  runner.protocol = table.text("protocol").value_or("");
  runner.command = table.texts("command");
  if (runner.command.empty()) table.fail_missing("command");
  runner.example = file_beside(table, "example", here);
  runner.guide = file_beside(table, "guide", here);
  runner.guide_ru = file_beside(table, "guide_ru", here);
  if (runner.guide.empty() && !runner.guide_ru.empty())
    table.fail("guide_ru", "guide_ru needs guide, the same text in English");
  check_needs(table, folder);
  table.refuse_others();
  return runner;
}

PlayerSpec bot_player(const std::string& name, const std::string& protocol,
                      const std::filesystem::path& folder,
                      const std::vector<std::string>& command) {
  PlayerSpec player;
  player.name = name;
  player.settings.env = {fmt::format("PATH={}", system_path)};
  if (!protocol.empty()) player.settings.protocol = protocol;
  // The folder is a word of its own: the sandbox shows the folders that a command names. `env`
  // finds the interpreter by the bot's PATH, not by the server's.
  player.words = {"env", "-C", folder};
  for (const std::string& word : command)
    player.words.push_back(word.starts_with("./") ? (folder / word.substr(2)).string() : word);
  return player;
}

}  // namespace arena::contest
