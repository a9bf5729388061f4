#include "arena/series/entrants/series_settings.hpp"

#include <algorithm>

namespace arena {

ProcessSettings process_settings(const Entrant& bot, const SeriesSettings& series) {
  const BotProcess& process = *bot.process();
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

void count_time(SeriesSettings& settings, const std::vector<Entrant>& entrants) {
  const bool any_by_cpu = std::ranges::any_of(
      entrants, [](const Entrant& entrant) { return entrant.time.clock == ClockKind::cpu; });
  if (!settings.pause && !any_by_cpu) return;
  if (settings.sandbox) {
    settings.groups = {settings.sandbox, &settings.sandbox->groups()};
  } else {
    settings.groups = std::make_shared<const CgroupRoot>();
  }
}

}  // namespace arena
