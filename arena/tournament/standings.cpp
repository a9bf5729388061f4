#include "arena/tournament/standings.hpp"

#include <algorithm>
#include <map>

#include "arena/tournament/stored_outcomes.hpp"

namespace arena {

namespace {

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

  void rate_all() {
    const Outcomes outcomes = stored_outcomes(store_, store_.matches());
    const Ratings ratings = rate(outcomes);
    const RankIntervals ranks = rank_intervals(ratings.elo, ratings.covariance);
    for (std::size_t i = 0; i < entrants_.size(); ++i) {
      entrants_[i].rating = ratings.elo[i];
      entrants_[i].rating_error = ratings.error(static_cast<int>(i));
      entrants_[i].ranks = ranks.ranks[i];
    }
  }

  Standings sorted() {
    std::ranges::stable_sort(entrants_, std::ranges::greater(), [](const EntrantStanding& entrant) {
      return std::pair(entrant.sums.deals > 0, entrant.rating);
    });
    index_.clear();
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
      standings.pairs[b][a] = PairStanding{pair.matches, 1 - pair.share, -pair.margin};
    }
    standings.matches = store_.matches();
    standings.entrants = std::move(entrants_);
    return standings;
  }

  const Store& store_;
  std::vector<EntrantStanding> entrants_;
  std::map<int, std::size_t> index_;  // by the store's id
  std::vector<DealSums> pairs_;
};

}  // namespace

Standings standings_of(const Store& store) { return Reader(store).read(); }

}  // namespace arena
