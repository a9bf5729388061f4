// The languages of uploads: which are installed, which one an upload is in, and how it is built and
// started. Only programs of the system count, because the sandbox shows no others.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arena::host {

struct Language {
  std::string name;     // "python"
  std::string title;    // "Python"
  std::string file;     // of a text without a name: "bot.py"
  std::string program;  // the path of its compiler or interpreter
};

/// All that arena knows and this system has, by name.
std::vector<Language> installed_languages();

/// How an unpacked upload becomes a bot.
struct BuildPlan {
  std::string language;              // "build" or "bot" for a folder that brings its own
  std::vector<std::string> build;    // in the folder; empty: there is nothing to build
  std::vector<std::string> command;  // starts the bot in the folder; "./bot" is a path from there
};

/// Looks at the folder: a file `build` builds, and `bot` starts; else the main file decides: `bot`,
/// `main` or the only file with the extension of a language that is installed. `wanted`: only this
/// language, empty for any. Throws Error that says what is missing.
BuildPlan plan_build(const std::filesystem::path& folder, const std::vector<Language>& languages,
                     std::string_view wanted = {});

/// The name of the file for an upload that is a single file or a text. Throws Error if its name
/// fits no language that is installed.
std::string single_file_name(std::string_view file_name, std::string_view language,
                             const std::vector<Language>& languages);

}  // namespace arena::host
