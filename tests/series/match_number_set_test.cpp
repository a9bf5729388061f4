// Ranges of match numbers: union, difference and size.
#include "arena/series/play/match_number_set.hpp"

#include <set>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/rng.hpp"

using namespace arena;

namespace {

using Ranges = std::vector<MatchNumbers::Range>;

std::vector<int> listed(const MatchNumbers& numbers) {
  std::vector<int> list;
  for (std::size_t i = 0; i < numbers.size(); ++i) list.push_back(numbers[i]);
  return list;
}

}  // namespace

TEST_CASE("a hundred million matches are one range", "[match_numbers]") {
  const MatchNumbers all = MatchNumbers::up_to(100'000'000);
  CHECK(all.ranges() == Ranges{{0, 99'999'999}});
  CHECK(all.size() == 100'000'000);
  CHECK(all[77'777'777] == 77'777'777);
  CHECK(MatchNumbers::up_to(0).empty());
}

TEST_CASE("ranges that touch or overlap become one", "[match_numbers]") {
  MatchNumbers numbers;
  numbers.add({6, 8});
  numbers.add(2);
  CHECK(numbers.ranges() == Ranges{{2, 2}, {6, 8}});
  CHECK(listed(numbers) == std::vector<int>{2, 6, 7, 8});
  numbers.add({3, 5});
  CHECK(numbers.ranges() == Ranges{{2, 8}});
  numbers.add({0, 20});
  numbers.add({20, 21});
  CHECK(numbers.ranges() == Ranges{{0, 21}});
  CHECK(numbers.size() == 22);
}

TEST_CASE("numbers are added to and taken from each other like any set", "[match_numbers]") {
  Rng rng(3);
  for (int round = 0; round < 300; ++round) {
    MatchNumbers numbers[2];
    std::set<int> expected[2];
    for (int i = 0; i < 2; ++i) {
      for (auto ranges = rng.below(8); ranges > 0; --ranges) {
        const int first = static_cast<int>(rng.below(40));
        const int last = first + static_cast<int>(rng.below(6));
        numbers[i].add({first, last});
        for (int n = first; n <= last; ++n) expected[i].insert(n);
      }
      CHECK(listed(numbers[i]) == std::vector<int>(expected[i].begin(), expected[i].end()));
    }
    for (int n : expected[1]) expected[0].erase(n);
    CHECK(listed(numbers[0].without(numbers[1])) ==
          std::vector<int>(expected[0].begin(), expected[0].end()));
  }
}
