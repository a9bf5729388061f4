// The format of a tournament: the next pairings, and the ranks. A format is a pure
// function of what is known. It keeps nothing between two calls, so a tournament that was stopped
// goes on where its stored results end. Not for: playing, storing, ratings.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/core/noncopyable.hpp>
#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "arena/store/stored.hpp"

namespace arena {

/// Entrants are named by their index, which never changes: a new one is added at the end, and a
/// withdrawn one stays.
struct FormatEntrant {
  bool challenger = false;  // gauntlet: plays against all others
  Stays stays{};            // the batches in which it takes part
  double seed_rating = 0;   // used where entrants are seeded by ratings

  [[nodiscard]] bool is_active(int batch) const { return stays.include(batch); }
};

/// Some deals of the same entrants against each other. The entrants change seats from match to
/// match; this is not part of the format.
struct Pairing {
  int number = 0;             // in the tournament, from 0
  int batch = 0;              // the pairings of a batch do not depend on each other
  std::vector<int> entrants;  // as many as the table has players
  int first_deal = 0;         // in the count of all pairings' deals
  int deals = 0;
  std::string label;  // "round 3", "semi-final 1, block 2"

  friend bool operator==(const Pairing&, const Pairing&) = default;
};

/// Sums over the deals of a pairing, in the order of its entrants. Deals that were left out are not
/// among them; if all were, the result is drawn.
struct PairingResult {
  std::vector<double> shares;   // of each deal: 1 for all of it, 1/2 for a draw of two
  std::vector<double> margins;  // by how many points better than the others' mean
  int deals = 0;
  double share_squares = 0;  // of the first entrant's shares
};

/// No result: the pairing was not played to its end, because an entrant had been withdrawn.
struct PlayedPairing {
  Pairing pairing;
  std::optional<PairingResult> result;
};

/// All that is known of a tournament.
struct TournamentProgress {
  std::span<const FormatEntrant> entrants;
  /// In the order of their numbers, whole batches.
  std::span<const PlayedPairing> played;
};

struct RankedEntrant {
  int entrant = 0;
  int place = 0;                     // from 1; equal entrants share a place
  double score = 0;                  // what counts first in the format
  std::vector<double> tie_breaks{};  // as Format::tie_breaks() names them
  bool in_the_running = true;        // false: withdrawn, or never admitted
};

/// Why an entrant won a tie of a knockout tournament.
enum class TieReason { score, margin, seeding, walkover };
BOOST_DESCRIBE_ENUM(TieReason, score, margin, seeding, walkover)

/// A decided tie.
struct TieDecision {
  std::string tie;  // "semi-final 1"
  int winner = 0;
  int loser = 0;
  TieReason reason = TieReason::score;
  int blocks = 0;  // that were played
};

/// So that the deals of a batch can be counted.
inline constexpr int most_deals_of_pairing = 10'000'000;

enum class FormatKind { round_robin, gauntlet, swiss, knockout, double_knockout, league };
BOOST_DESCRIBE_ENUM(FormatKind, round_robin, gauntlet, swiss, knockout, double_knockout, league)

enum class Seeding { order, ratings, lot };
BOOST_DESCRIBE_ENUM(Seeding, order, ratings, lot)

struct FormatSettings {
  FormatKind kind = FormatKind::round_robin;
  int players = 2;  // at a table: its seats, or its sides where partners play together
  /// Of a pairing; knockouts: of a block of a tie; league: of an entrant in a batch.
  int deals = 1;
  /// The pairings of a batch that have no entrant in common play the same deals.
  bool same_deals = false;
  int rounds = 0;                    // Swiss; 0: as many as find the best, and two more
  int max_blocks = 5;                // knockouts
  Seeding seeding = Seeding::order;  // knockouts
  std::uint64_t lot = 0;             // decides where entrants are seeded by lot
  std::optional<double> stop_at{};  // league: the probability that the order is right, such as 0.95

  friend bool operator==(const FormatSettings&, const FormatSettings&) = default;
};
BOOST_DESCRIBE_STRUCT(FormatSettings, (),
                      (kind, players, deals, same_deals, rounds, max_blocks, seeding, lot, stop_at))

/// Ratings as a league needs them. Entrants without deals have some rating and a large variance.
struct LeagueRatings {
  std::vector<double> ratings;  // by entrant; 0 for those that are not rated
  /// n x n, row by row, of the n that are rated; or only n variances, for a field that is too large
  /// for more.
  std::vector<double> covariance;
  /// The variance of a rating difference that is known from one deal of two equal entrants.
  double deal_variance = 1;
  std::vector<int> rated{};  // ascending; all who take part are among them. Empty: all are rated
};
using RatingFunction = std::function<LeagueRatings(const TournamentProgress&)>;

class Format : boost::noncopyable {
 public:
  virtual ~Format() = default;

  /// The pairings of the next batch. Returns an empty vector if the tournament is over. Throws
  /// Error if the entrants are too few for the format.
  [[nodiscard]] std::vector<Pairing> next(const TournamentProgress& progress) const;

  /// All entrants, best first, as far as is known.
  [[nodiscard]] virtual std::vector<RankedEntrant> ranking(
      const TournamentProgress& progress) const = 0;
  /// The names of RankedEntrant::tie_breaks.
  [[nodiscard]] virtual std::vector<std::string_view> tie_breaks() const = 0;
  /// The ties that are decided, in the order of the bracket. Empty in formats without ties.
  [[nodiscard]] virtual std::vector<TieDecision> decisions(const TournamentProgress&) const {
    return {};
  }

  struct Table {
    std::vector<int> entrants;
    int deals = 0;
    std::string label;
  };

 protected:
  /// The tables of this batch, from all results of earlier ones.
  [[nodiscard]] virtual std::vector<Table> tables(int batch,
                                                  const TournamentProgress& earlier) const = 0;
};

/// How many deals a tournament of this kind has in all if no entrant joins or leaves. None if that
/// depends on the results, or if there are too many entrants to find out quickly.
std::optional<int> deals_in_all(const Format& format, FormatKind kind,
                                std::span<const FormatEntrant> entrants);

/// Throws Error for settings that the format does not have. REQUIRES: a league has `ratings`.
std::unique_ptr<Format> make_format(const FormatSettings& settings, RatingFunction ratings = {});

}  // namespace arena
