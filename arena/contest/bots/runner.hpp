// A runner plays uploads that are no whole programs: a folder of the server's own files, in which
// an upload becomes one more file. docs/contests.md describes its file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <boost/describe/class.hpp>

#include "arena/config/player_spec.hpp"
#include "arena/contest/checks/languages.hpp"

namespace arena::contest {

struct Runner {
  std::string game;
  std::string title;  // for people
  std::string folder;
  std::string file;                  // what an upload becomes, in the folder: "ai.js"
  std::string language;              // of uploads
  std::string protocol;              // empty: the contest's
  std::string example;               // the path of an upload to begin with; may be empty
  std::string guide;                 // the path of a text for authors, Markdown; may be empty
  std::string guide_ru;              // the same in Russian
  std::vector<std::string> command;  // as in BuildPlan

  [[nodiscard]] BuildPlan plan() const { return {language, {}, command}; }
};
BOOST_DESCRIBE_STRUCT(Runner, (),
                      (game, title, folder, file, language, protocol, example, guide, guide_ru,
                       command))

/// Of arena's own runners, sorted. Empty if their folder is missing.
std::vector<std::string> runner_names();

/// `name`: a runner of arena's, such as "yard_bridge_ai", or the path of a file that ends with
/// ".toml". Throws Error if it is missing or wrong, or if the system lacks what it needs.
Runner read_runner(const std::string& name);

// How a version of a bot is started: the words of a command line.

/// The bot's command runs in its folder, so that it finds its own files. `command`: as from
/// `plan_build`. An empty `protocol` is the contest's.
PlayerSpec bot_player(const std::string& name, const std::string& protocol,
                      const std::filesystem::path& folder, const std::vector<std::string>& command);

}  // namespace arena::contest
