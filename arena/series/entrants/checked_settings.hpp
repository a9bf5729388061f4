// Settings of a match, checked: the game, its options, limits, seed and sandbox.
#pragma once

#include <memory>
#include <vector>

#include "arena/config/match_settings.hpp"
#include "arena/game/games.hpp"
#include "arena/series/entrants/entrant_factory.hpp"
#include "arena/series/entrants/series_settings.hpp"

namespace arena {

/// Null without a sandbox. Throws Error, which names the wrong option.
std::shared_ptr<const Sandbox> make_sandbox(const Limits& limits);

/// The checked settings.
struct CheckedSettings {
  SeriesSettings settings;
  RootSeed seed;
  PlayerDefaults defaults;

  /// The limits of a player without settings of its own.
  [[nodiscard]] TimeControl time() const {
    return time_of(defaults.limits, settings.game->terms(defaults.protocol()));
  }
};
/// Throws Error, which names the wrong option. The game and the tables outlive the result.
CheckedSettings check(const MatchSettings& match, const Games& games, TableCache& table_cache);

/// Throws Error if the game cannot have that many seats.
void check_seat_option(const MatchSettings& match, const GameInfo& info);

/// The opponents of one bot at a table with the seats that the settings say: by default two, or the
/// least number that the game needs. Each is the game's default built-in bot.
std::vector<Entrant> default_opponents(const MatchSettings& match, const CheckedSettings& checked);

}  // namespace arena
