#include "arena/rating/fixed_size.hpp"

#include <cmath>

#include <catch2/catch.hpp>

using namespace arena;

TEST_CASE("a test of fixed size needs as many deals as the textbooks say", "[fixed_size]") {
  // z(0.95) = 1.644854, z(0.975) = 1.959964.
  CHECK(one_sided_deals({0.1, 0.5}) == Approx(std::pow(2 * 1.644854 * 5, 2)).epsilon(1e-5));
  CHECK(two_sided_deals({0.1, 0.5}) ==
        Approx(std::pow((1.959964 + 1.644854) * 5, 2)).epsilon(1e-5));
}

TEST_CASE("half the difference takes four times the deals", "[fixed_size]") {
  CHECK(two_sided_deals({0.05, 0.3, 0.01, 0.2}) ==
        Approx(4 * two_sided_deals({0.1, 0.3, 0.01, 0.2})));
}
