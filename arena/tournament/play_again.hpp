// Plays games of a store again, to see whether its bots play as the records say: built-in bots,
// whose moves follow from the tournament's seed, and those that the caller has. The moves of all
// others are those of the record.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/series/entrants/entrant.hpp"
#include "arena/series/entrants/series_settings.hpp"
#include "arena/store/store.hpp"

namespace arena {

struct AgainPlan {
  SeriesSettings settings;         // the game of the store and its options, without deals
  std::optional<int> games = 100;  // drawn at random; nullopt: all
  int jobs = 1;
  /// What plays for an entrant besides built-in bots: one bot, or one for each seat of a side;
  /// empty to take its moves from the record. Null: for all but built-in bots.
  std::function<std::vector<Entrant>(const StoredEntrant&)> make_bots{};
};

struct AgainResults {
  int games = 0;                           // that were played again
  int possible = 0;                        // that could have been: one of these bots sits there
  bool has_programs = false;               // not only built-in bots have played
  std::vector<std::string> recorded{};     // entrants whose moves are those of the record
  std::vector<std::string> findings{};     // one sentence for each bot that plays otherwise
  std::vector<std::string> not_checked{};  // in a few words each
};

/// REQUIRES: `verify` finds nothing wrong with the store. Throws Error if a bot cannot play.
AgainResults play_again(const Store& store, const AgainPlan& plan);

}  // namespace arena
