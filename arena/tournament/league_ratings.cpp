#include "arena/tournament/league_ratings.hpp"

#include <numbers>

#include "arena/tournament/stored_outcomes.hpp"

namespace arena {

namespace {

/// The variance of a rating difference that is known from so many matches of two equal entrants:
/// one match tells the share of the points with a variance of 1/4, and the share grows by 1/4 for
/// each 400 / ln 10 points.
double variance_of_matches(int matches) {
  constexpr double scale = 400 / std::numbers::ln10;
  return 4 * scale * scale / matches;
}

/// Where two sit at a table, what the pairings add up to says all.
Ratings rate_pairs(const TournamentProgress& progress, int tables) {
  std::vector<PairTotals> pairs;
  for (const auto& [pairing, result] : progress.played) {
    if (!result) continue;
    pairs.push_back({pairing.entrants[0], pairing.entrants[1], result->deals,
                     result->deals * tables, result->shares[0] * tables,
                     result->share_squares * tables * tables});
  }
  return rate(static_cast<int>(progress.entrants.size()), pairs);
}

Ratings rate_matches(const Store& store, const TournamentProgress& progress, int tables) {
  const Pairing& last = progress.played.back().pairing;
  return rate(stored_outcomes(store, (last.first_deal + last.deals) * tables,
                              static_cast<int>(progress.entrants.size())));
}

}  // namespace

RatingFunction league_ratings(const Store& store, int tables) {
  return [&store, tables](const TournamentProgress& progress) {
    const bool in_pairs =
        progress.played.empty() || progress.played.back().pairing.entrants.size() == 2;
    const Ratings rated =
        in_pairs ? rate_pairs(progress, tables) : rate_matches(store, progress, tables);
    const auto entrants = static_cast<int>(progress.entrants.size());
    LeagueRatings ratings{rated.elo, {}, variance_of_matches(tables)};
    for (int row = 0; row < entrants; ++row) {
      for (int column = 0; column < entrants; ++column)
        ratings.covariance.push_back(rated.covariance(row, column));
    }
    return ratings;
  };
}

}  // namespace arena
