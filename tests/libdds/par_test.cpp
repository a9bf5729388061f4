// Par against libdds's own, a second program for the same question. Arena itself does not load
// libdds (games/bridge/double_dummy.hpp), so this is a test program of its own.
#include <algorithm>
#include <string>

#include <catch2/catch.hpp>
#include <dds/dll.h>

#include "arena/core/rng.hpp"
#include "games/bridge/deal.hpp"
#include "games/bridge/double_dummy.hpp"

using namespace arena;
using namespace arena::bridge;

namespace {

constexpr std::array<Strain, 5> dds_strains = {Strain::spades, Strain::hearts, Strain::diamonds,
                                               Strain::clubs, Strain::notrump};

ddTableResults of_libdds(const TrickTable& table) {
  ddTableResults results{};
  for (std::size_t strain = 0; strain < dds_strains.size(); ++strain) {
    for (Seat seat = 0; seat < seat_count; ++seat)
      results.resTable[strain][seat] = table.tricks(seat, dds_strains[strain]);
  }
  return results;
}

/// Of North and South.
int score_of_libdds(const TrickTable& table, Seat dealer, Vulnerable vulnerable) {
  constexpr std::array<int, 4> codes = {0, 2, 3, 1};  // none, NS, EW, all
  ddTableResults results = of_libdds(table);
  parResultsDealer found{};
  REQUIRE(DealerPar(&results, &found, dealer, codes[static_cast<std::size_t>(vulnerable)]) == 1);
  return found.score;
}

void compare(const TrickTable& table) {
  for (Seat dealer = 0; dealer < seat_count; ++dealer) {
    for (const Vulnerable vulnerable :
         {Vulnerable::none, Vulnerable::NS, Vulnerable::EW, Vulnerable::all}) {
      const int own = par(table, dealer, vulnerable).score;
      const int other = score_of_libdds(table, dealer, vulnerable);
      if (own == other) continue;
      INFO(tricks_text(table) << ", dealer " << dealer << ", vulnerable "
                              << static_cast<int>(vulnerable));
      CHECK(own == other);
    }
  }
}

/// A table as deals have it: what one side wins, the other loses, but for a trick here and there.
TrickTable random_table(Rng& rng) {
  const auto below = [&rng](std::uint32_t bound) { return static_cast<int>(rng.below(bound)); };
  TrickTable table;
  const int strength = below(14);
  for (std::size_t strain = 0; strain < dds_strains.size(); ++strain) {
    const int north_south = std::clamp(strength + below(7) - 3, 0, 13);
    const std::array<int, 2> won = {north_south, 13 - north_south + below(3) - 1};
    for (Seat seat = 0; seat < seat_count; ++seat) {
      const int less = below(4) == 0 ? 1 : 0;
      table.won[index_of(seat)][strain] =
          static_cast<std::uint8_t>(std::clamp(won[index_of(side_of(seat))] - less, 0, 13));
    }
  }
  return table;
}

}  // namespace

TEST_CASE("par is that of libdds for every dealer and vulnerability", "[bridge][double_dummy]") {
  Rng rng(11);
  for (int i = 0; i < 1000; ++i) compare(random_table(rng));
}

TEST_CASE("par is that of libdds for solved deals", "[bridge][double_dummy]") {
  DoubleDummy solver;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const auto table = solver.table(dealt_hands(seed, 1, 0).of);
    REQUIRE(table);
    compare(*table);
  }
}
