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

}  // namespace

RatingFunction league_ratings(const Store& store, int tables) {
  return [&store, tables](const TournamentProgress& progress) {
    int matches = 0;
    if (!progress.played.empty()) {
      const Pairing& last = progress.played.back().pairing;
      matches = (last.first_deal + last.deals) * tables;
    }
    const auto entrants = static_cast<int>(progress.entrants.size());
    const Ratings rated = rate(stored_outcomes(store, matches, entrants));
    LeagueRatings ratings{rated.elo, {}, variance_of_matches(tables)};
    for (int row = 0; row < entrants; ++row) {
      for (int column = 0; column < entrants; ++column)
        ratings.covariance.push_back(rated.covariance(row, column));
    }
    return ratings;
  };
}

}  // namespace arena
