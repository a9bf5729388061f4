// A tournament as a user describes it: what is played, the format, and who takes part. A value with
// one JSON form, in which a store keeps what a command line asked for. Not for: whether it can be
// played.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/config/player_spec.hpp"
#include "arena/tournament/formats/format.hpp"

namespace arena {

struct EntrantSpec {
  PlayerSpec player{};
  bool challenger = false;
  double seed_rating = 0;

  friend bool operator==(const EntrantSpec&, const EntrantSpec&) = default;
};

struct TournamentSpec {
  MatchSettings match{};
  FormatSettings format{};  // without `players` and `lot`
  std::string deals{};      // a file (given_deals.hpp); empty: they come from the seed
  /// Knockouts: a store whose ratings are the seed ratings; empty: the entrants' own.
  std::string ratings_from{};
  std::vector<EntrantSpec> entrants{};
  std::string folder{};        // of a command: its bots are entrants, too
  int challengers = 0;         // of a command: so many of the first entrants of all
  bool may_have_more = false;  // entrants: of a folder, or of the command beside a file

  friend bool operator==(const TournamentSpec&, const TournamentSpec&) = default;
};

/// Throws Error if a text is not UTF-8.
boost::json::object to_json(const TournamentSpec& spec);
/// Reads such an object. Throws Error, which names the wrong field.
TournamentSpec read_tournament_spec(std::string_view text);

/// In which two plans may differ, as a user sees it: "game streams", "seed 0x...", "-b spread".
std::vector<std::string> parts_of(const TournamentSpec& spec);

/// "order known at 95%" as 0.95. Throws Error for other texts; the number is from 50 to 99.
double read_stop_when(std::string_view text);

}  // namespace arena
