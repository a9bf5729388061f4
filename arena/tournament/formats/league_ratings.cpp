#include "arena/tournament/formats/league_ratings.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

#include "arena/tournament/formats/format_score.hpp"
#include "arena/tournament/stored/stored_progress.hpp"

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

namespace {

double rating(const LeagueRatings& ratings, int entrant) {
  return ratings.ratings[static_cast<std::size_t>(entrant)];
}

bool are_all_rated(const LeagueRatings& ratings) {
  return ratings.rated.empty() || ratings.rated.size() == ratings.ratings.size();
}

/// Of the covariance.
std::size_t row_of(const LeagueRatings& ratings, int entrant) {
  if (are_all_rated(ratings)) return static_cast<std::size_t>(entrant);
  const auto found = std::ranges::lower_bound(ratings.rated, entrant);
  return static_cast<std::size_t>(found - ratings.rated.begin());
}

double covariance(const LeagueRatings& ratings, int a, int b) {
  const std::size_t rows = are_all_rated(ratings) ? ratings.ratings.size() : ratings.rated.size();
  const bool has_only_variances = ratings.covariance.size() == rows;
  if (has_only_variances) return a == b ? ratings.covariance[row_of(ratings, a)] : 0;
  return ratings.covariance[row_of(ratings, a) * rows + row_of(ratings, b)];
}

/// Of the differences a - b and c - d.
double covariance(const LeagueRatings& ratings, int a, int b, int c, int d) {
  return covariance(ratings, a, c) - covariance(ratings, a, d) - covariance(ratings, b, c) +
         covariance(ratings, b, d);
}

/// Whether a confidence sequence with this error leaves out equality. Its mixture expects
/// differences that about 100 deals would show.
bool differ(double difference, double variance, double deal_variance, double error) {
  if (!(variance > 0)) return false;
  const double expected = deal_variance / 100;
  const double bound =
      (1 + variance / expected) * std::log((1 + expected / variance) / (error * error));
  return difference * difference / variance >= bound;
}

/// That two neighbours are in the wrong order, by a normal distribution.
double doubt(double difference, double variance) {
  if (!(variance > 0)) return 0;
  return std::erfc(difference / std::sqrt(variance) / std::numbers::sqrt2) / 2;
}

}  // namespace

std::vector<int> best_first(const LeagueRatings& ratings, std::vector<int> entrants) {
  std::ranges::stable_sort(entrants, std::greater(),
                           [&](int entrant) { return rating(ratings, entrant); });
  return entrants;
}

bool is_order_known(const LeagueRatings& ratings, const std::vector<int>& entrants,
                    double probability) {
  const std::vector<int> order = best_first(ratings, entrants);
  const double pairs =
      static_cast<double>(order.size()) * static_cast<double>(order.size() - 1) / 2;
  const double error = 2 * (1 - probability) / pairs;  // only one of both sides would be wrong
  for (std::size_t i = 1; i < order.size(); ++i) {
    const int a = order[i - 1];
    const int b = order[i];
    if (!differ(rating(ratings, a) - rating(ratings, b), covariance(ratings, a, b, a, b),
                ratings.deal_variance, error))
      return false;
  }
  return true;
}

OrderInformation::OrderInformation(const LeagueRatings& ratings, const std::vector<int>& entrants,
                                   int deals)
    : ratings_(ratings), noise_(ratings.deal_variance / deals) {
  const std::vector<int> order = best_first(ratings, entrants);
  for (std::size_t i = 1; i < order.size(); ++i) {
    const int a = order[i - 1];
    const int b = order[i];
    neighbours_.push_back(
        {a, b, doubt(rating(ratings, a) - rating(ratings, b), covariance(ratings, a, b, a, b))});
  }
}

double OrderInformation::of(int a, int b) const {
  const double variance = noise_ + covariance(ratings_, a, b, a, b);
  if (!(variance > 0)) return 0;
  double sum = 0;
  for (const Neighbours& two : neighbours_) {
    const double shared = covariance(ratings_, two.better, two.worse, a, b);
    sum += two.doubt * shared * shared / variance;
  }
  return sum;
}

}  // namespace arena
