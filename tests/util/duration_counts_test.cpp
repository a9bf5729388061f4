// Percentiles of durations, compared with sorted lists.
#include "arena/util/duration_counts.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/rng.hpp"

using namespace arena;

TEST_CASE("percentiles are at most a sixteenth above the true ones", "[durations]") {
  Rng rng(7);
  std::vector<Duration> all;
  DurationCounts counts;
  for (int i = 0; i < 5000; ++i) {
    const Duration time(static_cast<Duration::rep>(rng.next() >> (1 + rng.below(63))));
    all.push_back(time);
    counts.add(time);
  }
  std::ranges::sort(all);
  CHECK(counts.total() == all.size());
  CHECK(counts.most() == all.back());
  for (const double share : {0.0001, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1.0}) {
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(all.size())));
    const Duration truth = all[rank - 1];
    CHECK(counts.quantile(share) >= truth);
    CHECK(counts.quantile(share) - truth <= truth / 16);
  }
}

TEST_CASE("counts of durations add up", "[durations]") {
  DurationCounts none;
  CHECK(none.quantile(0.5) == Duration::zero());
  CHECK(none.most() == Duration::zero());

  DurationCounts first;
  DurationCounts second;
  DurationCounts both;
  for (int i = 0; i < 100; ++i) {
    (i % 3 == 0 ? first : second).add(Duration(i * i));
    both.add(Duration(i * i));
  }
  first.add(second);
  CHECK(first.total() == 100);
  CHECK(first.most() == both.most());
  for (const double share : {0.1, 0.5, 0.99}) CHECK(first.quantile(share) == both.quantile(share));
}

TEST_CASE("a duration below nothing counts as none", "[durations]") {
  DurationCounts counts;
  counts.add(Duration(-5));
  CHECK(counts.quantile(1) == Duration::zero());
  counts.add(longest_time * 50);
  CHECK(counts.most() == longest_time * 50);
}
