// Ranks that hold jointly.
#include "arena/rating/rank_intervals.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "arena/core/rng.hpp"
#include "arena/rating/ratings.hpp"
#include "simulated.hpp"

using namespace arena;

namespace {

/// Independent estimates with this variance each.
SquareMatrix independent(int size, double variance) {
  SquareMatrix covariance(size);
  for (int i = 0; i < size; ++i) covariance(i, i) = variance;
  return covariance;
}

std::vector<std::vector<int>> listed(const RankIntervals& intervals) {
  std::vector<std::vector<int>> list;
  for (const RankInterval& interval : intervals.ranks)
    list.push_back({interval.best, interval.worst});
  return list;
}

/// 1 + the number of better ones.
std::vector<int> true_ranks(const std::vector<double>& strengths) {
  std::vector<int> ranks;
  for (const double own : strengths)
    ranks.push_back(1 + static_cast<int>(std::ranges::count_if(
                            strengths, [own](double other) { return other > own; })));
  return ranks;
}

/// In percent: how often all rank intervals at once contain the true ranks.
double joint_coverage(const std::vector<double>& strengths, int seats, int deals, int runs,
                      int draws) {
  const std::vector<int> truth = true_ranks(strengths);
  Rng rng(mix_seed(2, "coverage", static_cast<std::uint64_t>(seats)));
  int hits = 0;
  for (int run = 0; run < runs; ++run) {
    const Ratings ratings = rate(round_robin(strengths, seats, deals, 0.6, rng));
    const RankIntervals intervals =
        rank_intervals(ratings.elo, ratings.covariance, {0.05, draws, rng.next()});
    bool all = true;
    for (std::size_t entrant = 0; entrant < truth.size(); ++entrant) {
      const auto [best, worst] = intervals.ranks[entrant];
      all = all && best <= truth[entrant] && truth[entrant] <= worst;
    }
    hits += all ? 1 : 0;
  }
  return 100.0 * hits / runs;
}

}  // namespace

TEST_CASE("two entrants have the critical value of a two-sided test", "[ranks]") {
  const std::vector<double> apart{10, 0};
  const std::vector<double> close{0, 1};
  // The difference has the standard error sqrt(2).
  const RankIntervals clear = rank_intervals(apart, independent(2, 1));
  CHECK(clear.critical_values.front() == Approx(1.96).margin(0.06));
  CHECK(listed(clear) == std::vector<std::vector<int>>{{1, 1}, {2, 2}});
  // What is left is one-sided.
  CHECK(clear.critical_values.back() == Approx(1.645).margin(0.05));
  CHECK(listed(rank_intervals(close, independent(2, 1))) ==
        std::vector<std::vector<int>>{{1, 2}, {1, 2}});
}

TEST_CASE("the critical value of many is the quantile of the studentised range", "[ranks]") {
  // Tukey's: 3.858 for five, of infinitely many degrees of freedom; in errors of differences.
  const std::vector<double> equal(5, 0.0);
  CHECK(rank_intervals(equal, independent(5, 1)).critical_values.front() ==
        Approx(3.858 / std::sqrt(2)).margin(0.03));
}

TEST_CASE("a step finds what the first critical value misses", "[ranks]") {
  // 0 and 1 are 2.4 errors apart: less than the 2.57 of four, more than what is left is tested
  // with.
  const std::vector<double> estimates{2.48 * std::sqrt(2), 0, 100, 200};
  const RankIntervals intervals = rank_intervals(estimates, independent(4, 1));
  REQUIRE(intervals.critical_values.size() >= 2);
  CHECK(intervals.critical_values.front() > 2.5);
  CHECK(intervals.critical_values[1] < 2.46);
  CHECK(listed(intervals) == std::vector<std::vector<int>>{{3, 3}, {4, 4}, {2, 2}, {1, 1}});
}

TEST_CASE("estimates that move together need less distance", "[ranks]") {
  SquareMatrix together(2);
  for (int a = 0; a < 2; ++a) {
    for (int b = 0; b < 2; ++b) together(a, b) = a == b ? 100 : 99;
  }
  const std::vector<double> estimates{5, 0};
  CHECK(rank_intervals(estimates, together).ranks[0].worst == 1);
  CHECK(rank_intervals(estimates, independent(2, 100)).ranks[0].worst == 2);
}

TEST_CASE("without errors nothing is sure, and nothing fails", "[ranks]") {
  const std::vector<double> estimates{1, 2, 3};
  CHECK(listed(rank_intervals(estimates, SquareMatrix(3))) ==
        std::vector<std::vector<int>>{{1, 3}, {1, 3}, {1, 3}});
  CHECK(listed(rank_intervals(std::vector{1.0}, independent(1, 1))) ==
        std::vector<std::vector<int>>{{1, 1}});
}

TEST_CASE("entrants of different groups are not compared", "[ranks]") {
  const std::vector<double> estimates{100, 0, 50, -50};
  const RankIntervals intervals =
      rank_intervals(estimates, independent(4, 1), {.groups = {0, 0, 1, 1}});
  CHECK(listed(intervals) == std::vector<std::vector<int>>{{1, 3}, {2, 4}, {1, 3}, {2, 4}});
}

TEST_CASE("rank intervals hold jointly", "[ranks][coverage]") {
  const int scale = proof_scale();
  const double slack = scale > 1 ? 0 : 3;  // of a few series
  // 400 draws take a fiftieth of the time. They make each critical value less exact, but not lower
  // on average. The proof takes as many as a tournament of six (20,000).
  const int draws = scale > 1 ? 0 : 400;
  for (const int seats : {2, 3, 4}) {
    // Close ones and ties are hardest: there each interval that is too short counts.
    const double percent =
        joint_coverage({0.3, 0.2, 0.2, 0.1, 0, 0}, seats, seats == 2 ? 20 : 10, 100 * scale, draws);
    report(fmt::format("{} players: intervals of all ranks at once", seats), percent);
    CAPTURE(seats, percent);
    CHECK(percent >= 94 - slack);
  }
}
