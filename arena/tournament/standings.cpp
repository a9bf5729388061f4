#include "arena/tournament/standings.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include "arena/tournament/stored_outcomes.hpp"

namespace arena {

namespace {

constexpr double sure_errors = 1.96;  // of a difference that is known at 95 %
constexpr double most_wanted = 1e6;   // times the deals so far: more tell nothing

/// The mean of a match, with the deals as independent observations. All deals of a tournament have
/// as many matches.
Mean mean_of(const Sums& sums, double total, double squares) {
  const double matches = static_cast<double>(sums.matches) / sums.deals;
  return Mean(sums.deals, total / matches, squares / (matches * matches));
}

/// Reads the store's results, with the entrants by their place in a list.
class Reader {
 public:
  explicit Reader(const Store& store) : store_(store) {
    for (const StoredEntrant& stored : store.entrants()) {
      index_[stored.id] = entrants_.size();
      EntrantStanding& entrant = entrants_.emplace_back();
      entrant.id = stored.id;
      entrant.name = stored.name;
      entrant.is_active = !stored.until;
    }
  }

  Standings read() {
    read_sums();
    if (entrants_.empty()) return {};
    rate_all();
    return sorted();
  }

 private:
  void read_sums() {
    for (const DealSums& row : store_.sums()) {
      if (row.opponent) {
        pairs_.push_back(row);
        const Sums& sums = row.sums;
        totals_.push_back({static_cast<int>(index_.at(row.entrant)),
                           static_cast<int>(index_.at(*row.opponent)), sums.deals, sums.matches,
                           sums.points, sums.points_squares});
        continue;
      }
      EntrantStanding& entrant = entrants_[index_.at(row.entrant)];
      const Sums& sums = row.sums;
      entrant.sums = sums;
      entrant.share = mean_of(sums, sums.points, sums.points_squares);
      entrant.score = mean_of(sums, sums.score, sums.score_squares);
      entrant.margin = mean_of(sums, sums.margin, sums.margin_squares);
    }
  }

  /// A deal of n players adds 1 to the deals of n entrants, and of n (n - 1) / 2 pairs.
  [[nodiscard]] bool meet_in_pairs() const {
    std::int64_t players = 0;
    for (const EntrantStanding& entrant : entrants_) players += entrant.sums.deals;
    for (const DealSums& pair : pairs_) players -= 2 * std::int64_t{pair.sums.deals};
    return players == 0;
  }

  void rate_all() {
    const int size = static_cast<int>(entrants_.size());
    ratings_ =
        meet_in_pairs() ? rate(size, totals_) : rate(stored_outcomes(store_, store_.matches()));
    const RankIntervals ranks = rank_intervals(ratings_.elo, ratings_.covariance);
    for (std::size_t i = 0; i < entrants_.size(); ++i) {
      entrants_[i].rating = ratings_.elo[i];
      entrants_[i].rating_error = ratings_.error(static_cast<int>(i));
      entrants_[i].ranks = ranks.ranks[i];
    }
  }

  /// Of neighbours in the list, which is sorted. `before`: where an entrant stood before that.
  void compare_neighbours(const std::map<int, std::size_t>& before) {
    for (std::size_t i = 0; i + 1 < entrants_.size(); ++i) {
      EntrantStanding& entrant = entrants_[i];
      const EntrantStanding& next = entrants_[i + 1];
      if (next.sums.deals == 0) break;
      const auto a = static_cast<int>(before.at(entrant.id));
      const auto b = static_cast<int>(before.at(next.id));
      entrant.superiority = superiority(ratings_, a, b);
      const EloDifference apart = difference(ratings_, a, b);
      // The error falls with the square root of the deals.
      const double wanted = std::pow(sure_errors * apart.error / apart.elo, 2);
      if (!(wanted <= most_wanted)) continue;  // also where both are 0
      entrant.more_deals =
          std::max(0.0, std::ceil(std::min(entrant.sums.deals, next.sums.deals) * (wanted - 1)));
    }
  }

  Standings sorted() {
    std::ranges::stable_sort(entrants_, std::ranges::greater(), [](const EntrantStanding& entrant) {
      return std::pair(entrant.sums.deals > 0, entrant.rating);
    });
    const std::map<int, std::size_t> before = std::exchange(index_, {});
    compare_neighbours(before);
    for (std::size_t i = 0; i < entrants_.size(); ++i) index_[entrants_[i].id] = i;
    Standings standings;
    standings.pairs.resize(entrants_.size());
    for (auto& row : standings.pairs) row.resize(entrants_.size());
    for (const DealSums& row : pairs_) {
      const Sums& sums = row.sums;
      const PairStanding pair{sums.matches, sums.points / sums.matches, sums.margin / sums.matches};
      const std::size_t a = index_.at(row.entrant);
      const std::size_t b = index_.at(*row.opponent);
      standings.pairs[a][b] = pair;
      standings.pairs[b][a] =
          PairStanding{pair.matches, 1 - pair.share, sums.opponent_margin / sums.matches};
      standings.totals.push_back({static_cast<int>(a), static_cast<int>(b), sums.deals,
                                  sums.matches, sums.points, sums.points_squares});
    }
    standings.matches = store_.matches();
    standings.entrants = std::move(entrants_);
    return standings;
  }

  const Store& store_;
  std::vector<EntrantStanding> entrants_;
  std::map<int, std::size_t> index_;  // by the store's id
  std::vector<DealSums> pairs_;
  std::vector<PairTotals> totals_;  // of the pairs, by place in the list before it is sorted
  Ratings ratings_;                 // likewise
};

}  // namespace

double EntrantStanding::reach() const {
  return student_quantile(std::max(1, sums.deals - 1)) * rating_error;
}

Standings standings_of(const Store& store) { return Reader(store).read(); }

}  // namespace arena
