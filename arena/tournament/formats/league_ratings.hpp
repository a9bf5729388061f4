// What a league chooses its next pairings by: the ratings, how far their order is known, and what a
// pairing would tell about it.
#pragma once

#include <vector>

#include "arena/store/store.hpp"
#include "arena/tournament/formats/format.hpp"

namespace arena {

/// Rates those who take part in the next batch, and up to 300 with others, by the stored matches of
/// the pairings that it is asked for. `tables`: how many matches a deal has. Of a large field it
/// gives variances alone, unless a stop needs to know the covariances. The store outlives the
/// function.
RatingFunction league_ratings(const Store& store, int tables, bool needs_covariance = false);

/// The same entrants, by their ratings.
std::vector<int> best_first(const LeagueRatings& ratings, std::vector<int> entrants);

/// Whether the order of these entrants by their ratings is the true one with this probability. It
/// may be asked after every batch: each pair is compared by a confidence sequence (the normal
/// mixture of Robbins 1970), and the error is divided among all pairs.
bool is_order_known(const LeagueRatings& ratings, const std::vector<int>& entrants,
                    double probability);

/// For each two entrants: by how much `deals` deals between them are expected to reduce the
/// variances of the rating differences between neighbours, each weighted by the probability that
/// these two neighbours are in the wrong order.
class OrderInformation {
 public:
  OrderInformation(const LeagueRatings& ratings, const std::vector<int>& entrants, int deals);

  [[nodiscard]] double of(int a, int b) const;

 private:
  struct Neighbours {
    int better = 0;
    int worse = 0;
    double doubt = 0;
  };

  const LeagueRatings& ratings_;
  double noise_;
  std::vector<Neighbours> neighbours_;
};

}  // namespace arena
