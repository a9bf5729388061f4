// The seed of a run and what is derived from it.
#include "arena/config/root_seed.hpp"

#include <catch2/catch.hpp>

using namespace arena;

TEST_CASE("seeds are derived as docs/records.md says", "[seed]") {
  // By Python's hashlib, with the function of that page.
  const SeedKey one(1);
  CHECK(one.derive("deal", 0) == 0x753ae5ac23d0636dULL);
  CHECK(one.derive("deal", 1) == 0x289abbae4c1cb8e0ULL);
  CHECK(one.derive("bot", 0) == 0x89600df20756980cULL);
  CHECK(SeedKey(RootSeed{~0ULL, ~0ULL}).derive("deal") == 0x5f1dd6e4914b119aULL);
}

TEST_CASE("a root seed reads back, decimal or hexadecimal, up to 128 bits", "[seed]") {
  CHECK(read_root_seed("12") == RootSeed{0, 12});
  CHECK(read_root_seed("0xFF") == RootSeed{0, 255});
  CHECK(read_root_seed("18446744073709551616") == RootSeed{1, 0});
  CHECK(read_root_seed("340282366920938463463374607431768211455") == RootSeed{~0ULL, ~0ULL});
  for (const char* none : {"", "0x", "-1", "1 ", "x", "340282366920938463463374607431768211456",
                           "0x100000000000000000000000000000000"})
    CHECK_FALSE(read_root_seed(none));
  CHECK(seed_text(RootSeed{0, 255}) == "0x00000000000000ff");
  CHECK(seed_text(RootSeed{1, 255}) == "0x000000000000000100000000000000ff");
}

TEST_CASE("a drawn seed cannot be guessed", "[seed]") {
  const RootSeed seed = draw_root_seed();
  CHECK_FALSE(is_guessable(seed));
  CHECK(seed != draw_root_seed());
  CHECK(read_root_seed(seed_text(seed)) == seed);
  CHECK(is_guessable(RootSeed{0, 20261122}));
}
