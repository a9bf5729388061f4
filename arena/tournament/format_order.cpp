#include "arena/tournament/format_order.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>

namespace arena {

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
