#include "arena/tournament/league_ratings.hpp"

#include <algorithm>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

#include "arena/tournament/stored_outcomes.hpp"

namespace arena {

namespace {

/// With more entrants, covariances take too long: a second for 1,000.
constexpr int most_with_covariance = 300;

/// The variance of a rating difference that is known from so many matches of two equal entrants:
/// one match tells the share of the points with a variance of 1/4, and the share grows by 1/4 for
/// each 400 / ln 10 points.
double variance_of_matches(int matches) {
  constexpr double scale = 400 / std::numbers::ln10;
  return 4 * scale * scale / matches;
}

/// Where two sit at a table, what the pairings add up to says all. A league asks after each batch,
/// so pairings of the same two are added up first: a league may have a million of them.
std::vector<PairTotals> pair_totals(const TournamentProgress& progress, int tables) {
  std::map<std::pair<int, int>, PairTotals> pairs;
  for (const auto& [pairing, result] : progress.played) {
    if (!result) continue;
    const auto [a, b] = std::minmax(pairing.entrants[0], pairing.entrants[1]);
    const bool is_turned = a != pairing.entrants[0];
    PairTotals& pair = pairs[{a, b}];
    pair.a = a;
    pair.b = b;
    pair.deals += result->deals;
    pair.matches += result->deals * tables;
    pair.points += result->shares[is_turned ? 1 : 0] * tables;
    // The second one's shares are 1 - x, and their squares 1 - 2 x + x^2.
    const double squares =
        result->share_squares + (is_turned ? result->deals - 2 * result->shares[0] : 0);
    pair.points_squares += squares * tables * tables;
  }
  std::vector<PairTotals> totals;
  for (const auto& [key, pair] : pairs) totals.push_back(pair);
  return totals;
}

bool meet_in_pairs(const TournamentProgress& progress) {
  return progress.played.empty() || progress.played.back().pairing.entrants.size() == 2;
}

Outcomes outcomes_of(const Store& store, const TournamentProgress& progress, int tables) {
  const Pairing& last = progress.played.back().pairing;
  std::vector<int> ids;
  for (const StoredEntrant& entrant : store.entrants()) ids.push_back(entrant.id);
  ids.resize(progress.entrants.size());  // more may have come meanwhile
  return stored_outcomes(store, (last.first_deal + last.deals) * tables, ids);
}

}  // namespace

RatingFunction league_ratings(const Store& store, int tables, bool needs_covariance) {
  return [&store, tables, needs_covariance](const TournamentProgress& progress) {
    const auto entrants = static_cast<int>(progress.entrants.size());
    LeagueRatings ratings{{}, {}, variance_of_matches(tables)};
    if (entrants > most_with_covariance && !needs_covariance) {
      QuickRatings rated = meet_in_pairs(progress)
                               ? rate_quickly(entrants, pair_totals(progress, tables))
                               : rate_quickly(outcomes_of(store, progress, tables));
      ratings.ratings = std::move(rated.elo);
      ratings.covariance = std::move(rated.variances);
      return ratings;
    }
    Ratings rated = meet_in_pairs(progress) ? rate(entrants, pair_totals(progress, tables))
                                            : rate(outcomes_of(store, progress, tables));
    ratings.ratings = std::move(rated.elo);
    const double* const covariance = rated.covariance.data();
    ratings.covariance.assign(covariance, covariance + entrants * entrants);
    return ratings;
  };
}

}  // namespace arena
