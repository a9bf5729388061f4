// What pages show of a phase: plain values, made from its store. Names of entrants are those that
// the phase shows: a copied bot of an earlier phase has a neutral one.
#pragma once

#include <compare>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/describe/enum.hpp>

#include "arena/contest/moment.hpp"
#include "arena/tournament/extent.hpp"
#include "arena/tournament/format_result.hpp"
#include "arena/tournament/standings.hpp"

namespace arena::contest {

struct PhaseKey {
  std::string contest;
  std::string phase;
  friend auto operator<=>(const PhaseKey&, const PhaseKey&) = default;
};

/// waiting: it has not begun. It may also wait for enough bots.
enum class PhaseState { waiting, running, over };
BOOST_DESCRIBE_ENUM(PhaseState, waiting, running, over)

/// `name` is of the bot, as the phase shows it. Not `is_active`: an earlier version, or withdrawn.
struct StandingRow : EntrantStanding {
  int place = 0;    // from 1; 0: none, as it does not play, or is catching up
  int version = 0;  // of the author's bot; 0: a bot of the house, or a copied one
};

/// Two bots whose results do not fit their ratings (rating/misfits.hpp), for admins: the first one
/// has more points against the second than expected. Points: 1 for a win, 1/2 for a draw; means of
/// a match.
struct MisfitRow {
  struct Who {
    std::string bot;
    std::string author;
  };
  Who first;
  Who second;
  int deals = 0;
  double share = 0;
  double expected = 0;
  double surplus = 0;
};

/// A store that was put aside when its phase began again. Its texts are empty if it cannot be read.
struct PutAside {
  std::string commitment;
  std::string head;
  int matches = 0;
};

inline constexpr std::size_t most_misfits = 100;

struct PhaseSnapshot {
  PhaseState state = PhaseState::waiting;
  bool is_hidden = false;  // a final that is not over: `rows` is only for admins
  int matches = 0;
  std::optional<Extent> extent{};      // once the phase is over
  std::string commitment;              // to the seed; empty as long as there is no store
  std::string head;                    // of the chain of the records of its matches
  std::vector<PutAside> put_aside;     // the oldest first
  std::optional<std::string> seed;     // once it is revealed
  std::vector<StandingRow> rows;       // best first
  std::vector<MisfitRow> misfits;      // the largest surplus first, at most `most_misfits`
  std::optional<FormatResult> result;  // where the format says more than ratings: Swiss, knockouts
  /// Why nothing is played now, or who cannot join or leave, in one line; empty if all is well.
  std::string problem;
  std::optional<Moment> at;  // when the standings were computed
};

struct MatchSeat {
  std::string name;
  int version = 0;  // as in StandingRow
  int score = 0;
  int place = 1;
  std::string fault;  // empty if the bot did not forfeit
  int questions = 0;
  std::int64_t thinking_us = 0;
  std::int64_t slowest_us = 0;
};

struct MatchRow {
  int number = 0;  // in its phase, from 0
  std::string stored_at;
  std::string label;  // of the pairing: "round 3"
  std::vector<MatchSeat> seats;
};

struct MatchFilter {
  std::string bot{};           // only its matches; empty: all
  bool only_forfeits = false;  // of that bot, or of anybody
  int before = 0;              // only matches with smaller numbers; 0: from the newest
  int count = 50;
};

/// A forfeit of a bot, with what its author may know of it.
struct FaultRow {
  int match = 0;
  std::string fault;
  std::string detail;  // with the end of its stderr
};

/// A rating as it was at a moment.
struct RatingPoint {
  Moment at;
  std::string name;
  double rating = 0;
  double reach = 0;
};

}  // namespace arena::contest
