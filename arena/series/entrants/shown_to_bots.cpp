#include "arena/series/entrants/shown_to_bots.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "arena/util/error.hpp"

namespace arena {

namespace {

struct ShownToBot {
  std::string name;
  std::vector<std::string> paths;
};

std::vector<ShownToBot> shown_to(const SandboxPaths& paths, const std::vector<Entrant>& entrants) {
  std::vector<ShownToBot> all;
  for (const Entrant& entrant : entrants) {
    if (const BotProcess* process = entrant.process())
      all.push_back({entrant.name, paths.of(process->program)});
  }
  return all;
}

/// What arena writes reveals deals and the answers of others.
void refuse_secret(const SandboxPaths& paths, const std::vector<ShownToBot>& bots,
                   const std::string& secret) {
  if (secret.empty() || bots.empty()) return;
  const std::string place = std::filesystem::weakly_canonical(secret);
  if (const std::string common = paths.common_folder(place); !common.empty()) {
    throw Error(fmt::format("\"{}\" lies in \"{}\", which all bots can read: choose another folder",
                            secret, common));
  }
  for (const ShownToBot& bot : bots) {
    for (const std::string& shown : bot.paths) {
      if (!lies_in(place, shown)) continue;
      throw Error(
          fmt::format("\"{}\" lies in \"{}\", which the bot {} can read: choose another folder",
                      secret, shown, bot.name));
    }
  }
}

/// Refuses a bot's folder inside another bot's folder.
void refuse_neighbour(const ShownToBot& bot, const ShownToBot& other) {
  for (const std::string& shown : bot.paths) {
    for (const std::string& theirs : other.paths) {
      if (theirs == shown || !lies_in(theirs, shown)) continue;
      throw Error(fmt::format(
          "\"{}\" of the bot {} lies in \"{}\", which the bot {} can read: put each bot in a "
          "folder of its own",
          theirs, other.name, shown, bot.name));
    }
  }
}

void refuse_channels(const ShownToBot& bot) {
  for (const std::string& shown : bot.paths) {
    const std::string channel = channel_in(shown);
    if (channel.empty()) continue;
    throw Error(fmt::format(
        "\"{}\" is a named pipe, a socket or a device, by which the bot {} could talk to others: "
        "remove it",
        channel, bot.name));
  }
}

}  // namespace

void check_what_is_shown(const SandboxPaths& paths, const std::vector<Entrant>& entrants,
                         const std::vector<std::string>& secret) {
  const std::vector<ShownToBot> bots = shown_to(paths, entrants);
  for (const std::string& one : secret) refuse_secret(paths, bots, one);
  for (const ShownToBot& bot : bots) {
    for (const ShownToBot& other : bots) refuse_neighbour(bot, other);
    refuse_channels(bot);
  }
}

}  // namespace arena
