#include "arena/cli/tournament/entrant_folder.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "arena/process/program.hpp"
#include "arena/util/error.hpp"

namespace arena::cli {

namespace fs = std::filesystem;

namespace {

bool is_executable(const fs::path& file) {
  return fs::is_regular_file(file) && ::access(file.c_str(), X_OK) == 0;
}

/// Whether a line of the file defines `move`, at its beginning.
bool defines_move(const fs::path& file) {
  std::ifstream text(file);
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("def move(")) return true;
  }
  return false;
}

/// The interpreter of a script; empty if the file is not a script.
std::string_view interpreter_of(const fs::path& file) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> known = {
      {{".py", "python3"}, {".js", "node"}, {".rb", "ruby"}}};
  const auto found = std::ranges::find(known, file.extension().string(),
                                       [](const auto& one) { return std::string(one.first); });
  return found == known.end() ? "" : found->second;
}

std::string full_name(const fs::path& entry) { return entry.filename().string(); }

/// Without the ending, if it is a file.
std::string short_name(const fs::path& entry) {
  return fs::is_directory(entry) ? full_name(entry) : entry.stem().string();
}

/// The short name, unless another bot has it too.
std::string name_among(const std::vector<fs::path>& bots, const fs::path& own) {
  const bool is_taken = std::ranges::any_of(bots, [&own](const fs::path& bot) {
    return bot != own && (short_name(bot) == short_name(own) || full_name(bot) == short_name(own));
  });
  return is_taken ? full_name(own) : short_name(own);
}

/// A program that `arena new` wrote.
PlayerSpec starter(const fs::path& program) {
  PlayerSpec player{.words = {program.string()}};
  player.settings.protocol = "json";
  return player;
}

/// Its player, without a name. Nothing if it is no bot.
std::optional<PlayerSpec> read_entry(const fs::path& entry, EntrantFolder& folder) {
  const std::string file = entry.string();
  if (fs::is_directory(entry)) {
    if (is_executable(entry / "bot") && is_program(entry / "bot")) return starter(entry / "bot");
    if (full_name(entry) != "__pycache__") {
      const bool builds = fs::exists(entry / "build");
      folder.left_out.push_back(fmt::format("{} has no executable program \"bot\"{}", file,
                                            builds ? ": start its \"build\" first" : ""));
    }
    return std::nullopt;
  }
  if (entry.extension() == ".py" && defines_move(entry))
    return PlayerSpec{.kind = PlayerKind::module, .words = {file}};
  if (is_executable(entry) && is_program(file)) return PlayerSpec{.words = {file}};
  if (const std::string_view interpreter = interpreter_of(entry); !interpreter.empty())
    return PlayerSpec{.words = {std::string(interpreter), file}};
  folder.left_out.push_back(is_program(file)
                                ? fmt::format("{} is not executable: chmod +x", file)
                                : fmt::format("{} is neither a program nor a known script", file));
  return std::nullopt;
}

}  // namespace

EntrantFolder read_entrant_folder(const std::string& path) {
  std::error_code error;
  std::vector<fs::path> entries;
  for (const auto& entry : fs::directory_iterator(path, error)) {
    if (!entry.path().filename().string().starts_with('.')) entries.push_back(entry.path());
  }
  if (error) throw Error(fmt::format("cannot read the folder \"{}\": {}", path, error.message()));
  std::ranges::sort(entries);
  EntrantFolder folder;
  std::vector<fs::path> bots;
  for (const fs::path& entry : entries) {
    std::optional<PlayerSpec> player = read_entry(entry, folder);
    if (!player) continue;
    folder.players.push_back(*std::move(player));
    bots.push_back(entry);
  }
  for (std::size_t i = 0; i < bots.size(); ++i) folder.players[i].name = name_among(bots, bots[i]);
  return folder;
}

}  // namespace arena::cli
