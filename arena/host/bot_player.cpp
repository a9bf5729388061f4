#include "arena/host/bot_player.hpp"

#include <utility>

#include <fmt/format.h>

#include "arena/host/languages.hpp"

namespace arena::host {

PlayerArg bot_player(const std::string& name, const std::string& protocol,
                     const std::filesystem::path& folder, std::vector<std::string> command) {
  PlayerArg player;
  player.kind = PlayerKind::process;
  player.keys = {{"name", name}, {"env", fmt::format("PATH={}", system_path)}};
  if (!protocol.empty()) player.keys.emplace_back("protocol", protocol);
  // The folder is a word of its own: the sandbox shows the folders that a command names.
  player.words = {"/usr/bin/env", "-C", folder};
  player.words.insert(player.words.end(), std::make_move_iterator(command.begin()),
                      std::make_move_iterator(command.end()));
  return player;
}

}  // namespace arena::host
