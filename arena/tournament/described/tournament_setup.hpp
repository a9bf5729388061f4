// A tournament as a user describes it, checked and brought to its store. The program and Python
// make and continue their tournaments here, so that the same text gives the same tournament.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/series/entrants/checked_settings.hpp"
#include "arena/tournament/described/tournament_spec.hpp"
#include "arena/tournament/play_tournament.hpp"
#include "arena/tournament/stored/tournament_store.hpp"

namespace arena {

struct PlannedTournament {
  std::string text{};  // describes the tournament: the file, or the plan's JSON
  std::string store{};
  TournamentSpec spec{};
  int jobs = 0;                            // 0: by the number of cores
  std::optional<std::string> seed_from{};  // as in NewTournament
};

/// Reads a tournament's file. Throws Error with file, line and column.
PlannedTournament plan_of_file(const std::string& path);
/// Reads the text of such a file. `path` is for messages, and its folder for the words.
PlannedTournament plan_of_text(const std::string& text, const std::string& path);

/// The command that gives a tournament this player: "arena entrants cup.db add ann -p ./ann".
std::string entrants_command(const std::string& store, std::string_view action,
                             const std::string& name, PlayerSpec player);

class TournamentSetup {
 public:
  /// Throws Error that names a wrong game, option or limit. What it refers to outlives it.
  TournamentSetup(PlannedTournament planned, const Games& games, TableCache& table_cache);

  [[nodiscard]] const TournamentSpec& spec() const { return planned_.spec; }
  /// The path of its store.
  [[nodiscard]] const std::string& store() const { return planned_.store; }
  /// As in NewTournament.
  [[nodiscard]] const std::optional<std::string>& seed_from() const { return planned_.seed_from; }
  [[nodiscard]] const CheckedSettings& checked() const { return checked_; }
  /// What is wrong in the file of deals, and was left out (give_deals). A store that is there
  /// already has its deals.
  [[nodiscard]] const std::string& deal_problems() const { return deal_problems_; }
  [[nodiscard]] PlayerDefaults& defaults() { return checked_.defaults; }
  [[nodiscard]] int seats() const { return seats_; }
  [[nodiscard]] const GameInfo& info() const { return checked_.settings.game->info; }

  /// So many games at a time, if the plan does not say it: by the number of cores.
  [[nodiscard]] int jobs() const;

  /// Makes the store. Throws Error, and makes no file, if the tournament cannot be played.
  [[nodiscard]] Store create_store() const;
  /// Opens the store if its file is there, or else makes it. Throws Error if it holds another
  /// tournament, or if one who plays on has other files than when it entered.
  [[nodiscard]] Store open_store() const;
  /// Plays until the format ends, or soon after a request to stop.
  TournamentResults play(Store& store, const TournamentHooks& hooks,
                         PlayBatch play_batch = {}) const;
  /// What plays for an entrant of the store, as it entered; empty if its program or its files are
  /// not here, or are others now.
  [[nodiscard]] std::vector<Entrant> bots_as_entered(const StoredEntrant& entrant) const;

 private:
  [[nodiscard]] std::vector<Entrant> make_bots(const StoredEntrant& entrant) const;

  PlannedTournament planned_;
  CheckedSettings checked_;
  std::string deal_problems_;
  int seats_;
};

}  // namespace arena
