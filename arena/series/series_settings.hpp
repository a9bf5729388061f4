// What all matches of a series or of a server have in common.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arena/game/any_game.hpp"
#include "arena/process/process.hpp"
#include "arena/process/sandbox/sandbox.hpp"
#include "arena/series/entrant.hpp"

namespace arena {

struct SeriesSettings {
  const AnyGame* game = nullptr;
  json::object options;  // as checked by the game
  bool record_times = false;
  std::string log_dir;                         // empty: no logs
  TableCache* table_cache = nullptr;           // that all matches share; see MatchPlan
  std::shared_ptr<const Sandbox> sandbox{};    // for all bot processes; null: none
  bool pause = false;                          // bot processes rest while they are not asked
  std::shared_ptr<const CgroupRoot> groups{};  // for bots that pause, or are under the cpu clock
};

/// What a bot's process is started with, whatever its match. REQUIRES: the bot is a process.
ProcessSettings process_settings(const Entrant& bot, const SeriesSettings& series);

/// Has the processor time of bots counted in control groups where the settings or a bot's clock
/// wants it, and groups can be made.
void count_time(SeriesSettings& settings, const std::vector<Entrant>& entrants);

}  // namespace arena
