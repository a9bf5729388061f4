#include "arena/cli/tournament/entrant_folder.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <utility>

#include <fmt/format.h>

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

/// The interpreter of a script; empty if it is none.
std::string_view interpreter_of(const fs::path& file) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> known = {
      {{".py", "python3"}, {".js", "node"}, {".rb", "ruby"}}};
  const auto found = std::ranges::find(known, file.extension().string(),
                                       [](const auto& one) { return std::string(one.first); });
  return found == known.end() ? "" : found->second;
}

PlayerArg player(PlayerKind kind, const fs::path& entry, std::vector<std::string> words) {
  return {kind, {{"name", entry.stem().string()}}, std::move(words)};
}

void read_entry(const fs::path& entry, EntrantFolder& folder) {
  const std::string file = entry.string();
  if (fs::is_directory(entry)) {
    if (is_executable(entry / "bot")) {
      folder.players.push_back(player(PlayerKind::process, entry, {(entry / "bot").string()}));
      folder.players.back().keys.emplace_back("protocol", "json");
    } else {
      const bool builds = fs::exists(entry / "build");
      folder.left_out.push_back(fmt::format("{} has no executable file \"bot\"{}", file,
                                            builds ? ": start its \"build\" first" : ""));
    }
  } else if (entry.extension() == ".py" && defines_move(entry)) {
    folder.players.push_back(player(PlayerKind::module, entry, {file}));
  } else if (is_executable(entry)) {
    folder.players.push_back(player(PlayerKind::process, entry, {file}));
  } else if (const std::string_view interpreter = interpreter_of(entry); !interpreter.empty()) {
    folder.players.push_back(player(PlayerKind::process, entry, {std::string(interpreter), file}));
  } else {
    folder.left_out.push_back(fmt::format("{} is neither executable nor a known script", file));
  }
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
  for (const fs::path& entry : entries) read_entry(entry, folder);
  return folder;
}

}  // namespace arena::cli
