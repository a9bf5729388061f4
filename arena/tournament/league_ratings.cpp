#include "arena/tournament/league_ratings.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

#include "arena/tournament/format_score.hpp"
#include "arena/tournament/stored_outcomes.hpp"

namespace arena {

namespace {

/// With more entrants, covariances take too long: a second for 1,000.
constexpr std::size_t most_with_covariance = 300;

/// Those who take part in the next batch, and of the others those with the most deals: a league
/// that runs for months may have tens of thousands that have left.
std::vector<int> rated_entrants(const TournamentProgress& progress) {
  std::vector<int> rated = active_entrants(progress.entrants, next_batch(progress));
  const std::vector<EntrantTotals> totals = entrant_totals(progress, std::nullopt);
  const auto deals_of = [&](int one) { return totals[static_cast<std::size_t>(one)].deals; };
  std::vector<int> others;
  for (int one = 0; one < static_cast<int>(totals.size()); ++one) {
    if (deals_of(one) > 0 && !std::ranges::binary_search(rated, one)) others.push_back(one);
  }
  std::ranges::stable_sort(others, std::greater(), deals_of);
  const std::size_t room = most_with_covariance - std::min(most_with_covariance, rated.size());
  others.resize(std::min(others.size(), room));
  rated.insert(rated.end(), others.begin(), others.end());
  std::ranges::sort(rated);
  return rated;
}

/// The variance of a rating difference that is known from so many matches of two equal entrants:
/// one match tells the share of the points with a variance of 1/4, and the share grows by 1/4 for
/// each 400 / ln 10 points.
double variance_of_matches(int matches) {
  constexpr double scale = 400 / std::numbers::ln10;
  return 4 * scale * scale / matches;
}

/// Where two sit at a table, what the pairings add up to says all. A league asks after each batch,
/// so pairings of the same two are added up first: a league may have a million of them. Entrants by
/// their place among those that are rated.
std::vector<PairTotals> pair_totals(const TournamentProgress& progress,
                                    const std::vector<int>& rated, int tables) {
  std::vector<int> places(progress.entrants.size(), -1);
  for (std::size_t i = 0; i < rated.size(); ++i)
    places[static_cast<std::size_t>(rated[i])] = static_cast<int>(i);
  std::map<std::pair<int, int>, PairTotals> pairs;
  for (const auto& [pairing, result] : progress.played) {
    if (!result) continue;
    const int first = places[static_cast<std::size_t>(pairing.entrants[0])];
    const int second = places[static_cast<std::size_t>(pairing.entrants[1])];
    if (first < 0 || second < 0) continue;
    const auto [a, b] = std::minmax(first, second);
    const bool is_turned = a != first;
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

Outcomes outcomes_of(const Store& store, const TournamentProgress& progress,
                     const std::vector<int>& rated, int tables) {
  const Pairing& last = progress.played.back().pairing;
  const std::vector<StoredEntrant> entrants = store.entrants();
  std::vector<int> ids;
  for (const int one : rated) ids.push_back(entrants[static_cast<std::size_t>(one)].id);
  return stored_outcomes(store, (last.first_deal + last.deals) * tables, ids);
}

}  // namespace

RatingFunction league_ratings(const Store& store, int tables, bool needs_covariance) {
  return [&store, tables, needs_covariance](const TournamentProgress& progress) {
    LeagueRatings ratings{{}, {}, variance_of_matches(tables), rated_entrants(progress)};
    const std::vector<int>& rated = ratings.rated;
    ratings.ratings.resize(progress.entrants.size());
    if (rated.empty()) return ratings;
    const int size = static_cast<int>(rated.size());
    std::vector<double> elo;
    if (rated.size() > most_with_covariance && !needs_covariance) {
      QuickRatings quick = meet_in_pairs(progress)
                               ? rate_quickly(size, pair_totals(progress, rated, tables))
                               : rate_quickly(outcomes_of(store, progress, rated, tables));
      elo = std::move(quick.elo);
      ratings.covariance = std::move(quick.variances);
    } else {
      Ratings whole = meet_in_pairs(progress) ? rate(size, pair_totals(progress, rated, tables))
                                              : rate(outcomes_of(store, progress, rated, tables));
      elo = std::move(whole.elo);
      const double* const covariance = whole.covariance.data();
      ratings.covariance.assign(covariance, covariance + rated.size() * rated.size());
    }
    for (std::size_t i = 0; i < rated.size(); ++i)
      ratings.ratings[static_cast<std::size_t>(rated[i])] = elo[i];
    return ratings;
  };
}

}  // namespace arena
