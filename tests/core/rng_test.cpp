// Arena's generator gives published numbers, and those of an independent implementation.
#include "arena/core/rng.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include <catch2/catch.hpp>

using namespace arena;

TEST_CASE("SplitMix64 gives its published numbers", "[rng]") {
  std::uint64_t state = 1234567;
  CHECK(split_mix(state) == 6457827717110365317ULL);
  CHECK(split_mix(state) == 3203168211198807973ULL);
  CHECK(split_mix(state) == 9817491932198370423ULL);
}

TEST_CASE("xoshiro256++ gives its published numbers", "[rng]") {
  Rng rng(std::array<std::uint64_t, 4>{1, 2, 3, 4});
  const std::array<std::uint64_t, 10> published = {41943041ULL,
                                                   58720359ULL,
                                                   3588806011781223ULL,
                                                   3591011842654386ULL,
                                                   9228616714210784205ULL,
                                                   9973669472204895162ULL,
                                                   14011001112246962877ULL,
                                                   12406186145184390807ULL,
                                                   15849039046786891736ULL,
                                                   10450023813501588000ULL};
  for (std::uint64_t number : published) CHECK(rng.next() == number);
}

TEST_CASE("a seeded generator, below and shuffle never change", "[rng]") {
  Rng seeded(42);
  CHECK(seeded.next() == 0xd0764d4f4476689fULL);
  CHECK(seeded.next() == 0x519e4174576f3791ULL);
  Rng bounded(7);
  for (std::uint32_t number : {3U, 10U, 43U, 25U, 57U, 27U, 43U, 19U, 58U, 4U, 6U, 10U}) {
    CHECK(bounded.below(60) == number);
  }
  std::vector<int> cards(10);
  std::iota(cards.begin(), cards.end(), 0);
  Rng shuffler(2026);
  shuffler.shuffle(cards);
  CHECK(cards == std::vector<int>{7, 1, 2, 3, 9, 0, 6, 8, 5, 4});
}

TEST_CASE("streams are derived by name and number", "[rng]") {
  CHECK(mix_seed(1, "deal", 0) == 0xdbe02de085e9e3cbULL);
  CHECK(mix_seed(1, "deal", 1) == 0xece158632283b183ULL);
  CHECK(mix_seed(1, "bot", 0) == 0x5b4b70287e1e1b09ULL);
}

TEST_CASE("below is uniform: no residue of ten thousand draws is far from its share", "[rng]") {
  Rng rng(3);
  std::array<int, 7> counts{};
  for (int i = 0; i < 70000; ++i) ++counts[rng.below(7)];
  double chi_squared = 0;
  for (int count : counts) chi_squared += (count - 10000.0) * (count - 10000.0) / 10000.0;
  CHECK(chi_squared < 22.46);  // the 99.9 % quantile for six degrees of freedom
}
