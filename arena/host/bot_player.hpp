// How a version of a bot is started: the words of a command line.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arena/config/player_spec.hpp"

namespace arena::host {

/// The bot's command runs in its folder, so that it finds its own files. `command`: as from
/// `plan_build`. An empty `protocol` is the contest's.
PlayerSpec bot_player(const std::string& name, const std::string& protocol,
                      const std::filesystem::path& folder, const std::vector<std::string>& command);

}  // namespace arena::host
