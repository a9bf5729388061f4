// What all matches of a series or of a server share.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arena/game/any_game.hpp"
#include "arena/process/process.hpp"
#include "arena/process/sandbox/sandbox.hpp"
#include "arena/series/entrants/entrant.hpp"

namespace arena {

/// What is given of each deal. Null: nothing, all deals come from the seed.
using GivenDeals = std::shared_ptr<const std::vector<json::object>>;
/// By the number of the deal in its series. The given ones come again after the last.
inline json::object given_deal(const GivenDeals& deals, int number) {
  return deals ? (*deals)[static_cast<std::size_t>(number) % deals->size()] : json::object();
}

struct SeriesSettings {
  const AnyGame* game = nullptr;
  json::object options;  // as checked by the game
  GivenDeals deals{};
  bool record_times = false;
  bool shows_times = true;                     // to the players, at the end of a match
  bool neutral_names = false;                  // bots learn "player 1" and so on, by seat
  Duration quantum{0};                         // see MatchPlan
  std::string log_dir;                         // no logs if empty
  TableCache* table_cache = nullptr;           // shared by all matches; see MatchPlan
  std::shared_ptr<const Sandbox> sandbox{};    // of all bot processes; no sandbox if null
  bool pause = false;                          // pauses bot processes unless they owe an answer
  std::shared_ptr<const CgroupRoot> groups{};  // for pauses and for the cpu clock

  /// Whether bots must learn nothing from other games: no process that plays at a table of a deal
  /// lives while another table plays this deal.
  [[nodiscard]] bool is_apart() const { return sandbox && sandbox->limits().apart; }
  /// How the tables of a deal are compared; null if they are not. Where they are, a series plays
  /// duplicate deals by default, because a single table has nothing to be compared with.
  [[nodiscard]] TableComparison table_comparison() const {
    return game->options.table_comparison(options);
  }
};

/// How to start a bot's process, for any match. REQUIRES: the bot is a process.
ProcessSettings process_settings(const Entrant& bot, const SeriesSettings& series);

/// Measures processor time in control groups, if the settings or a bot's clock need it and arena
/// can create such groups.
void count_time(SeriesSettings& settings, const std::vector<Entrant>& entrants);

}  // namespace arena
