// The languages of uploads: which are installed, which one an upload is in, and how it is built and
// started. Only programs of the system count, because the sandbox shows no others.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace arena::contest {

/// Where programs of the system are; also the PATH of builds and bots.
inline constexpr std::string_view system_path = "/usr/local/bin:/usr/bin:/bin";

struct Language {
  std::string name;     // "python"
  std::string title;    // "Python"
  std::string file;     // of a text without a name: "bot.py"
  std::string program;  // the path of its compiler or interpreter
};

/// All that arena knows and this system has, by name.
std::vector<Language> installed_languages();

/// How an unpacked upload becomes a bot. Words that begin with "./" are files of the folder; other
/// programs are found by the system's PATH.
struct BuildPlan {
  std::string language;              // "folder" for one that brings its own `build` or `bot`
  std::vector<std::string> build;    // run in the folder; empty: there is nothing to build
  std::vector<std::string> command;  // starts the bot in the folder
};

/// Looks at the folder: if it has a file `build` or `bot`, these build and start the bot. Otherwise
/// the main file decides: `bot`, `main` or the only file with the extension of a language that is
/// installed. `wanted`: only this language; any if it is empty. Throws Error that says what is
/// missing.
BuildPlan plan_build(const std::filesystem::path& folder, const std::vector<Language>& languages,
                     std::string_view wanted = {});

/// The name in the bot's folder of an upload that is one file or a text. Throws Error if neither
/// its name nor `language` is of a language that is installed.
std::string single_file_name(std::string_view file_name, std::string_view bytes,
                             std::string_view language, const std::vector<Language>& languages);

}  // namespace arena::contest
