#include "arena/series/series_settings.hpp"

#include <variant>

namespace arena {

ProcessSettings process_settings(const Entrant& bot, const SeriesSettings& series) {
  const auto& process = std::get<ProcessEntrant>(bot.who);
  ProcessSettings settings;
  settings.command = process.program;
  settings.declared = process.declared;
  settings.sandbox = series.sandbox;
  settings.groups = series.groups;
  settings.paused = series.pause;
  settings.clock = bot.time.clock;
  settings.stays = settings.watched();
  settings.start_time = bot.time.start_time;
  return settings;
}

}  // namespace arena
