// What a store holds, as plain values. schema.cpp has the tables that they are read from.
// Numbers of pairings, deals and matches count from 0.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

namespace arena {

/// Some batches of a tournament in which an entrant takes part. It may leave and come back.
struct Stay {
  int since = 0;               // the first batch with the entrant
  std::optional<int> until{};  // the first one without it; no value if it stays

  friend bool operator==(const Stay&, const Stay&) = default;
};

/// In their order, at least one; only the last one may have no end.
struct Stays {
  std::vector<Stay> all{Stay{}};

  [[nodiscard]] int first_batch() const { return all.front().since; }
  [[nodiscard]] bool has_left() const { return all.back().until.has_value(); }
  [[nodiscard]] bool include(int batch) const {
    return std::ranges::any_of(all, [batch](const Stay& stay) {
      return stay.since <= batch && (!stay.until || batch < *stay.until);
    });
  }

  friend bool operator==(const Stays&, const Stays&) = default;
};

namespace json = boost::json;

/// The format of a store that `arena run --store` makes, which is no tournament.
inline constexpr std::string_view run_format = "run";

/// So many entrants may take part at once. Any number may have left.
inline constexpr int most_entrants = 2000;

/// The tournament as a whole. It never changes, except for the seeds.
struct StoredTournament {
  std::string game;
  json::object options;  // of the game, as checked
  int seats = 2;
  std::string format;
  std::string file;                 // the text of the tournament file
  std::string commitment;           // SHA-256 in hexadecimal digits; docs/tournaments.md defines it
  std::string version;              // of arena
  std::optional<std::string> seed;  // the root seed, once it is revealed
  json::object settings{};          // of the format
  /// A text that is mixed into the root seed; empty as long as it is not known.
  std::optional<std::string> seed_from{};

  [[nodiscard]] bool is_run() const { return format == run_format; }
};

struct StoredEntrant {
  int id = 0;
  std::string name;         // unique among those that have not left
  json::object player;      // how it is started
  std::string files_hash;   // SHA-256 over its files; empty for a built-in bot
  Stays stays{};            // the batches that may include it
  bool challenger = false;  // of a gauntlet
  double seed_rating = 0;   // where entrants are seeded by ratings
  bool at_start = true;     // the commitment covers it

  friend bool operator==(const StoredEntrant&, const StoredEntrant&) = default;
};

/// Entrants that meet at one table for some deals.
struct StoredPairing {
  int number = 0;
  int batch = 0;
  std::string label;
  std::vector<int> entrants;  // ids, by player
  int deals = 0;
};

/// One `arena run` into a store of runs.
struct StoredRun {
  int pairing = 0;  // of its players, in their order
  std::string seed;
  std::string command;
};

/// One seat of one match.
struct StoredSeat {
  int entrant = 0;  // its id
  int score = 0;    // that counts: after a forfeit, the worst that the seat could still get
  int place = 1;
  double margin = 0;   // own score less the best other one; negated where less is better
  std::string fault;   // why the entrant forfeited; empty if it did not
  std::string detail;  // of the fault, and the end of the bot's stderr
  int questions = 0;
  std::int64_t thinking_us = 0;  // of all questions
  std::int64_t slowest_us = 0;   // of one
};

/// The fault of all seats of a game that arena left out, as it could not play it. It is no forfeit.
/// Its deal counts nowhere.
inline constexpr std::string_view left_out_fault = "left_out";

struct StoredMatch {
  int number = 0;
  int pairing = 0;
  int deal = 0;            // in its pairing
  std::uint64_t seed = 0;  // of the deal
  int table = 0;           // of those that play the deal
  std::vector<StoredSeat> seats;
  std::string record;  // a line, as in files of records

  [[nodiscard]] bool is_left_out() const {
    return !seats.empty() && seats.front().fault == left_out_fault;
  }
};

/// The forfeits of one entrant for one reason.
struct StoredFault {
  int entrant = 0;  // its id
  std::string fault;
  int count = 0;
  int first_match = 0;
  std::string first_detail;
};

/// Sums over the deals that one entrant played, or over those that it played against one opponent.
/// The deal is the unit: `squares` are of a deal's sum.
struct Sums {
  int deals = 0;
  int matches = 0;
  int wins = 0;
  int draws = 0;
  int losses = 0;
  double points = 0;  // 1 for a win, 1/n for a first place that n share
  double points_squares = 0;
  double score = 0;
  double score_squares = 0;
  double margin = 0;  // own score less the best other one; negated where less is better
  double margin_squares = 0;
  double opponent_margin = 0;  // of one opponent, which may forfeit too: then both margins are bad
  double opponent_margin_squares = 0;
  int forfeits = 0;

  friend bool operator==(const Sums&, const Sums&) = default;
};

/// What a complete deal adds. `opponent` is above `entrant`; without a value these are the sums
/// over all opponents.
struct DealSums {
  int entrant = 0;
  std::optional<int> opponent;
  Sums sums;
  /// Of a single deal: whether in each match neither this entrant nor the opponent forfeited, nor
  /// all others did. The points of other deals do not show how they play.
  bool played = true;
};

}  // namespace arena
