// Plays a tournament into its store: asks the format for pairings, plays their matches, and stores
// each match in the order of the numbers. What the store holds already is not played again, so that
// a tournament goes on where it was stopped or killed, and ends as if it had not been.
#pragma once

#include <exception>
#include <functional>
#include <stop_token>
#include <vector>

#include "arena/config/root_seed.hpp"
#include "arena/series/entrants/series_settings.hpp"
#include "arena/series/play/batch.hpp"
#include "arena/store/store.hpp"
#include "arena/tournament/formats/format.hpp"

namespace arena {

/// What it refers to outlives it.
struct TournamentPlan {
  SeriesSettings settings;
  const Format& format;
  RootSeed seed;
  int seats = 2;
  int jobs = 1;
  /// What plays for an entrant of the store: one that plays all seats of its side, or one for each
  /// seat. Throws Error if it cannot be used.
  std::function<std::vector<Entrant>(const StoredEntrant&)> make_bots;
  /// Plays the matches; null: this process does. Otherwise no bot runs in this process, and what
  /// plays checks the sandbox.
  PlayBatch play{};
  /// Entrants may still come: when the format has no more pairings now, the seed stays secret.
  bool is_open = false;
  /// The stored records have the time of each move. Otherwise the same bots give the same store.
  bool record_times = false;
};

/// What a caller does while a tournament is played. Called from any thread, one at a time.
struct TournamentHooks {
  /// Before the store's entrants are read for a batch: they may change now.
  std::function<void()> before_batch = [] {};
  /// Before each batch: the players; `PlayedMatch::player_at` is an index of these.
  std::function<void(const std::vector<Entrant>&)> batch = [](const auto&) {};
  /// Before a new tournament: an entrant's program cannot start, or ends before it is asked
  /// anything. The tournament goes on, and the entrant forfeits. Null if this is of no interest; it
  /// saves the trial.
  std::function<void(const std::string& why)> ends_early{};
  /// The match is stored. `planned`: how many matches the pairings have that are known so far.
  std::function<void(const PlayedMatch&, const StoredMatch&, int planned)> stored =
      [](const auto&, const auto&, int) {};
  std::stop_token stop{};
};

struct TournamentResults {
  bool is_over = false;  // the format has no more pairings
  std::vector<LateFault> late_faults;
  HostReport host;
  std::exception_ptr failure;  // what ended it early; null if nothing did
};

/// Plays until the format ends or soon after a request to stop. At the end it reveals the seed.
/// Throws Error if it cannot begin.
TournamentResults play_tournament(const TournamentPlan& plan, Store& store,
                                  const TournamentHooks& hooks = {});

}  // namespace arena
