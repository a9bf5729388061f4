#include "arena/series/house.hpp"

#include <variant>

namespace arena {

ProcessSettings process_settings(const Entrant& bot, const House& house) {
  const auto& process = std::get<ProcessEntrant>(bot.who);
  ProcessSettings settings;
  settings.command = process.program;
  settings.declared = process.declared;
  settings.sandbox = house.sandbox;
  settings.groups = house.groups;
  settings.paused = house.pause;
  settings.clock = bot.time.clock;
  settings.stays = settings.watched();
  settings.start_time = bot.time.start_time;
  return settings;
}

}  // namespace arena
