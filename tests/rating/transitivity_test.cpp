// Cross table, cycles, and how far ratings explain the results.
#include "arena/rating/transitivity.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/rng.hpp"
#include "arena/rating/pair_shares.hpp"
#include "simulated.hpp"

using namespace arena;

namespace {

/// Adds deals of one match each: `wins` of a, `losses` of a.
void add(Outcomes& outcomes, int a, int b, int wins, int losses) {
  for (int match = 0; match < wins + losses; ++match) {
    outcomes.add(static_cast<std::uint32_t>(outcomes.matches()), std::vector{a, b},
                 match < wins ? std::vector{1, 2} : std::vector{2, 1});
  }
}

}  // namespace

TEST_CASE("a pair's share is the mean over deals", "[pairs]") {
  Outcomes outcomes(3);
  const auto play = [&outcomes](std::uint32_t deal, int place_of_0, int place_of_1) {
    outcomes.add(deal, std::vector{1, 0}, std::vector{place_of_1, place_of_0});
  };
  play(7, 1, 2);
  play(7, 1, 2);
  play(8, 2, 1);
  play(9, 1, 1);
  const PairShares shares(outcomes);
  CHECK(shares(0, 1).deals == 3);
  CHECK(shares(0, 1).share == Approx(0.5));
  CHECK(shares(1, 0).share == Approx(0.5));
  // Squared deviations of 1, 0 and 0.5, and those of one more deal; four deals with the virtual
  // one.
  CHECK(shares(0, 1).error == Approx(std::sqrt(0.5 + 0.25) / 4));
  CHECK(shares(0, 2).deals == 0);
  CHECK(shares(0, 2).logit() == 0);
}

TEST_CASE("in a match of several every pair meets", "[pairs]") {
  Outcomes outcomes(4);
  outcomes.add(0, std::vector{3, 1, 0}, std::vector{1, 2, 2});
  const PairShares shares(outcomes);
  CHECK(shares(3, 1).share == 1);
  CHECK(shares(1, 3).share == 0);
  CHECK(shares(1, 3).smoothed == Approx(0.25));
  CHECK(shares(0, 1).share == 0.5);
  CHECK(shares(2, 1).deals == 0);
}

TEST_CASE("strengths explain a field with equal steps, and no pure cycle", "[transitivity]") {
  Outcomes line(3);
  // With the virtual draw, the odds are 3, 3 and 9: the logits add up.
  add(line, 0, 1, 16, 5);
  add(line, 1, 2, 16, 5);
  add(line, 0, 2, 19, 2);
  const double odds = 16.5 / 5.5;
  CHECK(PairShares(line)(0, 1).logit() == Approx(std::log(odds)));
  CHECK(transitivity(PairShares(line)).explained > 0.99);

  Outcomes circle(3);
  add(circle, 0, 1, 16, 5);
  add(circle, 1, 2, 16, 5);
  add(circle, 2, 0, 16, 5);
  CHECK(transitivity(PairShares(circle)).explained == Approx(0).margin(1e-6));
  CHECK(transitivity(PairShares(circle)).explained_without_chance == Approx(0).margin(1e-6));
}

TEST_CASE("a cycle on top of a line takes its part of the squares", "[transitivity]") {
  Outcomes outcomes(4);
  add(outcomes, 0, 1, 16, 5);
  add(outcomes, 1, 2, 16, 5);
  add(outcomes, 2, 0, 16, 5);
  for (const int entrant : {0, 1, 2}) add(outcomes, entrant, 3, 16, 5);
  // Six pairs with the same logit l. The mean logits are l/4 three times and -3l/4: differences of
  // l to the last one, and 0 among the others. So three of six squares are explained.
  CHECK(transitivity(PairShares(outcomes)).explained == Approx(0.5).margin(1e-6));
}

TEST_CASE("what chance adds to cycles is taken off", "[transitivity]") {
  Rng rng(4);
  std::vector<double> strengths;
  for (int entrant = 0; entrant < 12; ++entrant) strengths.push_back(0.1 * entrant);
  const Transitivity seen = transitivity(PairShares(round_robin(strengths, 2, 12, 0.5, rng)));
  CHECK(seen.explained < 0.85);
  CHECK(seen.explained_without_chance > 0.88);
}

TEST_CASE("nothing to explain is explained", "[transitivity]") {
  CHECK(transitivity(PairShares(Outcomes(3))).explained == 1);
  CHECK(transitivity(PairShares(Outcomes(3))).explained_without_chance == 1);
}

TEST_CASE("the strongest cycle is that of the surest weakest link", "[transitivity]") {
  Outcomes outcomes(5);
  add(outcomes, 2, 1, 90, 10);  // 1 < 2, 2 < 4, 4 < 1
  add(outcomes, 4, 2, 90, 10);
  add(outcomes, 1, 4, 70, 30);
  add(outcomes, 0, 3, 60, 40);  // 0 > 3, 3 > 4, 4 > 0
  add(outcomes, 3, 4, 95, 5);
  add(outcomes, 4, 0, 95, 5);
  const PairShares shares(outcomes);
  const std::vector<Cycle> cycles = strongest_cycles(shares);
  REQUIRE(cycles.size() == 2);
  CHECK(cycles[0].entrants == std::array<int, 3>{1, 4, 2});
  CHECK(cycles[0].weakest == Approx(shares(1, 4).sureness()));
  CHECK(cycles[0].shares[0] == Approx(0.7));
  CHECK(cycles[1].entrants == std::array<int, 3>{0, 3, 4});
  CHECK(strongest_cycles(shares, 1).size() == 1);
}
