// How a tournament stands: what each entrant has done, its rating, and the ranks that it may have.
// Computed from the store alone.
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "arena/game/any_game.hpp"
#include "arena/rating/means/mean.hpp"
#include "arena/rating/rank_intervals.hpp"
#include "arena/rating/ratings.hpp"
#include "arena/store/store.hpp"

namespace arena {

/// One entrant against another one, as the first one sees it.
struct PairStanding {
  int matches = 0;
  int wins = 0;
  int draws = 0;
  int losses = 0;
  Mean share;   // of a deal's points, with deals as the unit: 1 for a win, 1/2 for a draw
  Mean margin;  // of a match, in deals that both have played (DealSums::played)
};

struct EntrantStanding {
  int id = 0;
  std::string name;
  bool is_active = true;
  /// It came back, and has less than half of the deals that the middle one of those has who take
  /// part now: its rating may be that of a lucky hour. Or all its deals were against entrants that
  /// are not listed.
  bool is_catching_up = false;
  Sums sums;                // over all its deals
  int rated_deals = 0;      // of those, by which it is rated
  Mean share;               // of a deal's points, with deals as the unit
  Mean score;               // of a match, in deals that it has played (DealSums::played)
  Mean margin;              // likewise
  double rating = 0;        // Elo; the mean of all is 0, or the anchor has the given one
  double rating_error = 0;  // standard error
  RankInterval ranks;       // that hold jointly at 95 %
  /// Entrants of different groups have not met, not even through others: their ratings cannot be
  /// compared. Counted from 0, in the order of the list.
  int group = 0;
  /// How likely it is that this entrant is stronger than the next one of the list (LOS). No value
  /// if their ratings cannot be compared, or one was not measured.
  std::optional<double> superiority{};
  /// About how many more deals of both would show which is stronger, this entrant or the next one
  /// of the list, if the difference is what it looks like now. 0: it is known, by the same test as
  /// the ranks. No value if they look equal, or if `superiority` has none.
  std::optional<double> more_deals{};
  int number = 0;  // in Standings::ratings

  /// False if it has forfeited all its games: its rating does not show how strong it is.
  [[nodiscard]] bool is_measured() const {
    return sums.forfeits == 0 || sums.forfeits < sums.matches;
  }
  /// Half the width of the rating's 95 % interval.
  [[nodiscard]] double reach() const { return rating_reach(rating_error, rated_deals); }
};

/// An entrant whose rating is given, by its name.
struct NamedAnchor {
  std::string name;
  double rating = 0;
};

/// So many entrants the standings list.
inline constexpr std::size_t most_listed = most_entrants;

struct Standings {
  std::vector<EntrantStanding> entrants;  // the highest rating first
  int unlisted = 0;                       // entrants of the store that are not among them
  /// pairs[a][b]: entrant a of the list above against entrant b; no value if they never met.
  std::vector<std::vector<std::optional<PairStanding>>> pairs;
  std::vector<PairTotals> totals;  // of the pairs that met; entrants by their place in the list
  int matches = 0;
  int forfeited_matches = 0;       // in which an entrant forfeited
  Ratings ratings;                 // by EntrantStanding::number
  std::optional<Anchor> anchor{};  // by its place in the list

  /// How likely it is that entrant a of the list is stronger than entrant b; none as above.
  [[nodiscard]] std::optional<double> superiority(std::size_t a, std::size_t b) const;
  /// Whether both this entrant of the list and the next one have played, their ratings can be
  /// compared, and it is not known who is stronger.
  [[nodiscard]] bool is_order_unknown(std::size_t entrant) const;
  /// The entrants that have played, by group.
  [[nodiscard]] std::vector<std::vector<std::size_t>> groups() const;
  /// What the ratings count from: "the mean is 0", or "house is 1500".
  [[nodiscard]] std::string scale() const;
};

/// Of the store's complete deals. Lists all that take part, and of those that have left, those with
/// the most deals, `most` in all, and the anchor. The sums of an entrant are over all its deals;
/// ratings are computed without those that are not listed: with more at a table, by how the others
/// came in. Entrants without a deal come last. Where two sit at a table, it
/// reads the sums that the store keeps, and the deals with a forfeit; ratings of more at a table
/// need every match. `game`: the store's. Throws Error if no entrant has the name of the anchor,
/// and Stopped soon after a request to stop: with 2,000 entrants it takes many seconds.
Standings standings_of(const Store& store, const AnyGame& game,
                       const std::optional<NamedAnchor>& anchor = {},
                       const std::stop_token& stop = {}, std::size_t most = most_listed);

/// "house" or "house=1500". Empty: none.
std::optional<NamedAnchor> read_anchor(std::string_view text);

}  // namespace arena
