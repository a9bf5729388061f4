// The bots of a folder, as a teacher collects them: one a file or a subfolder, named after it.
#pragma once

#include <string>
#include <vector>

#include "arena/config/player_spec.hpp"

namespace arena::cli {

struct EntrantFolder {
  std::vector<PlayerSpec> players;    // in the order of their names
  std::vector<std::string> left_out;  // what is no bot, and why: one sentence each
};

/// A subfolder counts if it has an executable file `bot`, as the starters of `arena new` do; it
/// plays by the JSON protocol, as these do. Files play by the game's default protocol. A file
/// counts if it is executable, or a script (.py, .js, .rb); a .py file with a function move is a
/// module. Hidden files do not count. A file's name loses its ending, unless two bots would then
/// have the same name. Throws Error if the folder cannot be read.
EntrantFolder read_entrant_folder(const std::string& path);

}  // namespace arena::cli
