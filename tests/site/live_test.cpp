// Which matches spectators see.
#include "arena/site/play/live.hpp"

#include <vector>

#include <catch2/catch.hpp>

namespace arena::site {
namespace {

/// What they see one after the other, while nothing is played.
std::vector<int> matches_after(std::optional<int> shown, int newest) {
  std::vector<int> seen;
  while (const auto next = match_after(shown, newest)) {
    seen.push_back(*next);
    shown = next;
  }
  return seen;
}

}  // namespace

TEST_CASE("spectators see one match after the other") {
  CHECK(matches_after({}, 0) == std::vector{0});
  CHECK(matches_after({}, 2) == std::vector{0, 1, 2});
  CHECK(matches_after(2, 2).empty());
  CHECK(matches_after(2, 5) == std::vector{3, 4, 5});
}

TEST_CASE("spectators see the latest ten if many more are played") {
  const std::vector latest{91, 92, 93, 94, 95, 96, 97, 98, 99, 100};
  CHECK(matches_after({}, 100) == latest);
  CHECK(matches_after(7, 100) == latest);
  CHECK(matches_after(97, 100) == std::vector{98, 99, 100});
}

TEST_CASE("spectators see a phase that is played again from its beginning") {
  CHECK(matches_after(100, 1) == std::vector{0, 1});
}

}  // namespace arena::site
