// Makes and continues the store of a tournament: checks all that can be wrong before a file is
// made, commits to the seed, and gives what a store says back to those who play it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/config/root_seed.hpp"
#include "arena/game/any_game.hpp"
#include "arena/series/entrants/checked_settings.hpp"
#include "arena/store/store.hpp"
#include "arena/tournament/stored/stored_format.hpp"

namespace arena {

/// An entrant before it enters.
struct NewEntrant {
  std::string name;
  std::vector<Entrant> bots;  // one that plays all seats of its side, or one for each
  json::object player;        // how it is started, for the store
  std::string files_hash{};
  bool challenger = false;
  double seed_rating = 0;
};

/// One for the tournament that is, or will be, in the store at this path.
NewEntrant new_entrant(const PlayerSpec& player, const CheckedSettings& checked,
                       const std::string& store);

/// What a tournament is, before it has a store.
struct NewTournament {
  SeriesSettings settings;
  int seats = 2;
  FormatSettings format;  // without `lot`; given deals are all played in each pairing
  RootSeed seed;
  std::string text;  // describes it: who continues the tournament must give the same
  /// A text to be mixed into the seed; empty if it is not known yet.
  std::optional<std::string> seed_from{};
  bool may_end_early = false;  // before the end of its format
};

/// Throws Error if the format has no such tournament, or if there are too few entrants for a table.
void check_tournament(const NewTournament& tournament, std::size_t entrants);

/// The entrant as a store keeps it. Throws Error if it cannot play.
StoredEntrant to_stored(const NewEntrant& entrant, const SeriesSettings& settings, int seats);

/// Makes the store. Throws Error, and makes no file, if the tournament cannot be played.
Store create_tournament(const std::string& path, const NewTournament& tournament,
                        const std::vector<NewEntrant>& entrants);

/// Opens the store to continue it. Throws Error if it holds a tournament with another description,
/// or none.
Store continue_tournament(const std::string& path, const std::string& text);

/// Throws Error: the store holds another tournament. What describes both is given in parts, of
/// which the message shows the first that differs.
[[noreturn]] void refuse_other(const std::string& path, std::vector<std::string> there,
                               std::vector<std::string> here);

/// Mixes the text into the seed, if there is one and it has not been done. Throws Error if the
/// tournament has another text, or was begun without one.
void mix_in(Store& store, const std::optional<std::string>& text);

/// From now on, `store` shows what it held at that moment (ISO 8601). Throws Error if `date` is no
/// date. REQUIRES: the store was opened for reading.
void look_back(Store& store, const std::string& date, const AnyGame& game);

}  // namespace arena
