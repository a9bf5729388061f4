#include "arena/tournament/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <boost/math/distributions/students_t.hpp>

namespace arena {

namespace {

constexpr double two_sided_95 = 0.975;
constexpr double normal_95 = 1.959963984540054;  // its quantile of the normal distribution

/// Own score less the best of the others; a player alone has no margin.
double margin_of(const std::vector<int>& scores, std::size_t seat, bool more_is_better) {
  if (scores.size() < 2) return 0;
  const int sign = more_is_better ? 1 : -1;
  int best_other = std::numeric_limits<int>::min();
  for (std::size_t other = 0; other < scores.size(); ++other) {
    if (other != seat) best_other = std::max(best_other, sign * scores[other]);
  }
  return sign * scores[seat] - best_other;
}

}  // namespace

void Mean::add(double value) {
  ++count_;
  const double delta = value - mean_;
  mean_ += delta / count_;
  squares_ += delta * (value - mean_);
}

double Mean::standard_error() const {
  return std::sqrt(squares_ / (count_ - 1)) / std::sqrt(count_);
}

double Mean::margin_of_error() const {
  const boost::math::students_t distribution(count_ - 1);
  return boost::math::quantile(distribution, two_sided_95) * standard_error();
}

Spread spread_of(const ScoreCounts& scores) {
  const int count = std::accumulate(scores.begin(), scores.end(), 0,
                                    [](int sum, const auto& entry) { return sum + entry.second; });
  // The score that has `rank` others before it, were they sorted.
  const auto sorted = [&scores](int rank) {
    auto entry = scores.begin();
    for (; rank >= entry->second; ++entry) rank -= entry->second;
    return entry->first;
  };
  const auto at = [&](double share) {
    const double rank = share * (count - 1);
    const int low = static_cast<int>(rank);
    const int below = sorted(low);
    return below + (rank - low) * (sorted(std::min(low + 1, count - 1)) - below);
  };
  return {at(0), at(0.25), at(0.5), at(0.75), at(1)};
}

namespace {

Interval interval_of(double share, int count, double z) {
  const double z2 = z * z;
  const double scale = 1 + z2 / count;
  const double centre = (share + z2 / (2.0 * count)) / scale;
  const double half =
      z / scale * std::sqrt(share * (1 - share) / count + z2 / (4.0 * count * count));
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

}  // namespace

Interval wilson_interval(double share, int count) { return interval_of(share, count, normal_95); }

Interval joint_interval(double share, int count, int players) {
  // The normal distribution's quantiles at 1 - 0.025 / players.
  static constexpr std::array<double, most_seats> quantiles = {
      normal_95, 2.2414, 2.3940, 2.4977, 2.5758, 2.6383, 2.6901, 2.7344,
      2.7729,    2.8070, 2.8376, 2.8653, 2.8905, 2.9137, 2.9352, 2.9552};
  return interval_of(share, count, quantiles[static_cast<std::size_t>(players) - 1]);
}

int PlayerStatistics::forfeit_count() const {
  return std::accumulate(forfeits.begin(), forfeits.end(), 0,
                         [](int sum, const auto& entry) { return sum + entry.second; });
}

SeriesStatistics::SeriesStatistics(int players, bool more_is_better)
    : players_(static_cast<std::size_t>(players)),
      open_(players_.size()),
      more_is_better_(more_is_better) {}

void SeriesStatistics::add(int deal, const std::vector<int>& player_at, const Record& record) {
  if (deal != open_deal_) finish();
  open_deal_ = deal;
  ++open_matches_;
  ++matches_;
  moves_ += std::count_if(record.moves.begin(), record.moves.end(),
                          [](const RecordedMove& move) { return !move.rejected; });
  const auto& places = record.places.value();
  const auto& scores = record.scores.value();
  const auto first = std::count(places.begin(), places.end(), 1);
  for (std::size_t seat = 0; seat < player_at.size(); ++seat) {
    const auto player = static_cast<std::size_t>(player_at[seat]);
    PlayerStatistics& statistics = players_[player];
    const bool leads = places[seat] == 1;
    statistics.wins += leads && first == 1 ? 1 : 0;
    statistics.draws += leads && first > 1 ? 1 : 0;
    statistics.losses += leads ? 0 : 1;
    open_[player].share += leads ? 1.0 / static_cast<double>(first) : 0;
    open_[player].score += scores[seat];
    if (players_.size() == 1) ++statistics.scores[scores[seat]];
    open_[player].margin += margin_of(scores, seat, more_is_better_);
  }
  for (const RecordedForfeit& forfeit : record.forfeits) {
    const auto player = static_cast<std::size_t>(player_at[static_cast<std::size_t>(forfeit.seat)]);
    ++players_[player].forfeits[forfeit.reason];
  }
}

void SeriesStatistics::finish() {
  if (open_matches_ == 0) return;
  for (std::size_t player = 0; player < players_.size(); ++player) {
    players_[player].share.add(open_[player].share / open_matches_);
    players_[player].score.add(open_[player].score / open_matches_);
    players_[player].margin.add(open_[player].margin / open_matches_);
    open_[player] = {};
  }
  open_matches_ = 0;
  ++deals_;
}

std::vector<int> SeriesStatistics::ranking() const {
  std::vector<int> order(players_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [this](int a, int b) {
    const PlayerStatistics& left = of(a);
    const PlayerStatistics& right = of(b);
    if (left.share.value() != right.share.value()) return left.share.value() > right.share.value();
    return left.margin.value() > right.margin.value();
  });
  return order;
}

}  // namespace arena
