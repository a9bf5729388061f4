// Which entrants sit at one table: counts over all sizes, and that the search finds the designs
// that are known.
#include "arena/tournament/formats/format_design.hpp"

#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

using namespace arena;

TEST_CASE("pairs: each two meet once, in rounds that seat everybody", "[tournament]") {
  for (int entrants = 2; entrants <= 40; ++entrants) {
    INFO(entrants << " entrants");
    const std::vector<Block> blocks = balanced_blocks(entrants, 2);
    const Balance balance = balance_of(blocks, entrants);
    CHECK(balance.blocks == entrants * (entrants - 1) / 2);
    CHECK(balance.meetings == Balance::Range{1, 1});
    std::vector<int> first(static_cast<std::size_t>(entrants));
    for (const Block& block : blocks) ++first[static_cast<std::size_t>(block.front())];
    CHECK(std::ranges::max(first) - std::ranges::min(first) <= 1);
    const std::size_t round = static_cast<std::size_t>(entrants) / 2;
    for (std::size_t begin = 0; begin < blocks.size(); begin += round) {
      std::set<int> seated;
      for (std::size_t i = begin; i < begin + round; ++i)
        seated.insert(blocks[i].begin(), blocks[i].end());
      REQUIRE(seated.size() == 2 * round);
    }
  }
}

TEST_CASE("tables of three to five: all meet equally often", "[tournament]") {
  for (int seats = 3; seats <= 5; ++seats) {
    for (int entrants = seats; entrants <= 40; ++entrants) {
      const std::vector<Block> blocks = balanced_blocks(entrants, seats);
      for (const Block& block : blocks)
        REQUIRE(std::set<int>(block.begin(), block.end()).size() == block.size());
      const Balance balance = balance_of(blocks, entrants);
      INFO(entrants << " entrants, " << seats << " seats: " << balance_text(balance));
      CHECK(balance.blocks <= std::max(1, entrants * (entrants - 1)));
      CHECK(balance.meetings.is_even());
      CHECK(balance.tables.is_even());
    }
  }
}

TEST_CASE("the search finds small designs that are known", "[tournament]") {
  // Points, seats, blocks: Fano's plane, the planes of order 3 and 4, the biplane of 11 points,
  // and designs with one who stays.
  for (const auto& [entrants, seats, blocks] : {std::array{7, 3, 7},
                                                {13, 4, 13},
                                                {21, 5, 21},
                                                {11, 5, 11},
                                                {12, 4, 33},
                                                {6, 3, 10},
                                                {8, 4, 14}}) {
    const Balance balance = balance_of(balanced_blocks(entrants, seats), entrants);
    INFO(entrants << " entrants, " << seats << " seats: " << balance_text(balance));
    CHECK(balance.blocks == blocks);
    CHECK(balance.meetings.is_even());
  }
}

TEST_CASE("the balance is said in words", "[tournament]") {
  CHECK(balance_text(balance_of(balanced_blocks(7, 3), 7)) ==
        "7 tables, each entrant at 3, each two meet at 1");
  CHECK(balance_text(balance_of({{0, 1, 2}, {0, 1, 3}}, 4)) ==
        "2 tables, each entrant at 1 or 2, each two meet at 0 to 2");
}

TEST_CASE("too few for a table", "[tournament]") {
  CHECK(balanced_blocks(2, 3).empty());
  CHECK(balanced_blocks(4, 4).size() == 1);
}
