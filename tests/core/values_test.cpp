// Seats, refusals, places, and reading text.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/fault.hpp"
#include "arena/core/outcome.hpp"
#include "arena/core/seat.hpp"
#include "arena/util/text/text.hpp"

using namespace arena;

namespace {

std::vector<int> placed(std::initializer_list<int> scores, Seats forfeited, bool more_is_better,
                        int sides = 0) {
  const auto result =
      places(FixedVector<int, most_seats>(scores), forfeited, more_is_better, sides);
  return {result.begin(), result.end()};
}

}  // namespace

TEST_CASE("a set of seats is iterated in ascending order", "[seat]") {
  Seats seats{5, 0, 15};
  CHECK(std::vector<int>{0, 5, 15} == [&] {
    std::vector<int> order;
    for (Seat seat : seats) order.push_back(seat);
    return order;
  }());
  seats.erase(5);
  CHECK(seats.size() == 2);
  CHECK(seats.front() == 0);
  CHECK_FALSE(seats.contains(5));
  CHECK(Seats::first(16).size() == 16);
  CHECK(Seats::first(0).empty());
}

TEST_CASE("equal scores share a place, and who forfeits comes last", "[outcome]") {
  CHECK(placed({10, 20, 10}, {}, true) == std::vector<int>{2, 1, 2});
  CHECK(placed({10, 20, 10}, {}, false) == std::vector<int>{1, 3, 1});
  CHECK(placed({50, 20, 10}, {0}, true) == std::vector<int>{3, 1, 2});
  CHECK(placed({50, 20, 10}, {0, 2}, true) == std::vector<int>{2, 1, 2});
  CHECK(placed({50, 20}, {0, 1}, true) == std::vector<int>{1, 1});
  CHECK(placed({5}, {}, true) == std::vector<int>{1});
}

TEST_CASE("partners share a place, and a forfeit of one of them", "[outcome]") {
  CHECK(placed({3, 1, 3, 1}, {}, true, 2) == std::vector<int>{1, 2, 1, 2});
  CHECK(placed({3, 1, 3, 1}, {}, false, 2) == std::vector<int>{2, 1, 2, 1});
  CHECK(placed({2, 2, 2, 2}, {}, true, 2) == std::vector<int>{1, 1, 1, 1});
  CHECK(placed({3, 1, 3, 1}, {2}, true, 2) == std::vector<int>{2, 1, 2, 1});
  CHECK(placed({3, 1, 3, 1}, {1, 2}, true, 2) == std::vector<int>{1, 1, 1, 1});
  CHECK(placed({5, 9, 1, 5, 9, 1}, {4}, true, 3) == std::vector<int>{1, 3, 2, 1, 3, 2});
}

TEST_CASE("an empty refusal is no refusal", "[refusal]") {
  CHECK_FALSE(Refusal());
  CHECK(Refusal("No such card."));
  CHECK(Refusal(std::string("made for this case")).text() == "made for this case");
}

TEST_CASE("text is trimmed, compared and read without a locale", "[text]") {
  CHECK(trim(" \t5d\r\n") == "5d");
  CHECK(trim("   ").empty());
  CHECK(trim("\xc2\xa0x") == "\xc2\xa0x");
  CHECK(equal_ignoring_case("InvD", "INVd"));
  CHECK_FALSE(equal_ignoring_case("Inv", "InvD"));
  CHECK(to_number<int>("-12") == -12);
  for (const char* none : {"", "12x", " 1", "1.5", "99999999999", "+1"}) {
    INFO(none);
    CHECK_FALSE(to_number<int>(none));
  }
}
