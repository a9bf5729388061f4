#include "arena/tournament/league_ratings.hpp"

#include <algorithm>
#include <numbers>
#include <vector>

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

/// Where two sit at a table, what the pairings add up to says all. A league asks after each batch,
/// so pairings of the same two are added up first: a league may have a million of them.
Ratings rate_pairs(const TournamentProgress& progress, int tables) {
  const std::size_t entrants = progress.entrants.size();
  std::vector<PairTotals> pairs(entrants * entrants);
  for (const auto& [pairing, result] : progress.played) {
    if (!result) continue;
    const auto [a, b] = std::minmax(pairing.entrants[0], pairing.entrants[1]);
    const bool is_turned = a != pairing.entrants[0];
    PairTotals& pair = pairs[static_cast<std::size_t>(a) * entrants + static_cast<std::size_t>(b)];
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
  std::erase_if(pairs, [](const PairTotals& pair) { return pair.deals == 0; });
  return rate(static_cast<int>(entrants), pairs);
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
