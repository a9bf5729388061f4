// All that a report shows, read from the store once. Entrants are counted in the order of the
// standings: the highest rating first.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "arena/core/seat.hpp"
#include "arena/game/games.hpp"
#include "arena/rating/outcomes.hpp"
#include "arena/report/rating_history.hpp"
#include "arena/review/review.hpp"
#include "arena/store/store.hpp"
#include "arena/tournament/extent.hpp"
#include "arena/tournament/field_scores.hpp"
#include "arena/tournament/format_result.hpp"
#include "arena/tournament/standings.hpp"

namespace arena::report {

/// What an entrant did at one seat, or at the seats of one side.
struct SeatFigures {
  int games = 0;
  double points = 0;  // 1 for a win, 1/n for a first place that n share
  int played = 0;     // games without a forfeit of its own, or of all others
  double score = 0;   // sums over these
  double margin = 0;
};

/// A seat of a game worth a link.
struct GameSeat {
  int game = 0;
  int seat = 0;
};

struct SlowAnswer {
  GameSeat at;
  std::int64_t time_us = 0;
};

/// Equal ones count together.
struct Forfeit {
  GameSeat at;  // the first one
  std::string fault;
  std::string detail;
  int times = 1;
};

/// What the pages show of an entrant beyond the standings.
struct EntrantFigures {
  std::vector<SeatFigures> by_side;  // by the first seat of the side
  std::map<int, int> scores;         // how often, in games without a forfeit
  std::vector<Forfeit> forfeits;     // the first different ones
  std::map<std::string, int> faults;
  std::vector<SlowAnswer> slowest;  // the slowest first, one of a game
  int questions = 0;
  std::int64_t thinking_us = 0;
  std::vector<int> pairings;  // their numbers
};

/// A pairing and what has been played of it.
struct PairingFigures {
  StoredPairing pairing;
  std::vector<std::size_t> entrants;
  std::vector<double> points;  // of each
  int first_game = 0;          // of those played
  int games = 0;
};

struct ReportData {
  const AnyGame& game;
  StoredTournament tournament;
  Sides sides;
  int tables = 1;  // how many games a deal has
  Standings standings;
  Extent extent;
  std::optional<FormatResult> result;
  std::optional<FieldScores> field{};
  std::vector<EntrantFigures> figures{};  // by entrant
  std::vector<PairingFigures> pairings{};
  std::set<int> left_out{};          // deals (left_out_deals)
  std::vector<StoredMatch> games{};  // without details and records; scores as replays show them
  std::string first_stored{};        // when the first game was stored (ISO 8601)
  std::string last_stored{};
  std::map<int, std::size_t> entrant_of{};  // by the store's id
  RatingHistory history{};
  std::optional<GameReview> review{};  // if it is wanted; its games count from 1

  [[nodiscard]] const EntrantStanding& entrant(std::size_t index) const {
    return standings.entrants[index];
  }
  [[nodiscard]] const EntrantStanding& at(const StoredSeat& seat) const {
    return entrant(entrant_of.at(seat.entrant));
  }
  /// How many entrants have played.
  [[nodiscard]] std::size_t ranked() const;
  /// The results of the first `count` games.
  [[nodiscard]] Outcomes outcomes(std::size_t count) const;
};

ReportData read_report(const Store& store, const Games& games,
                       const std::optional<NamedAnchor>& anchor);

}  // namespace arena::report
