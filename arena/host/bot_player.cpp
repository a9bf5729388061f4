#include "arena/host/bot_player.hpp"

#include <fmt/format.h>

#include "arena/host/languages.hpp"

namespace arena::host {

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

}  // namespace arena::host
