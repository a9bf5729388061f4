// Yard bridge: turns that go on and on, when sixes come back from a new stock again and again.
#include <catch2/catch.hpp>

#include "tests/games/yard_bridge_table.hpp"

using namespace arena;
using namespace arena::yard_bridge;

TEST_CASE("however many cards a turn has had, its six must be covered", "[yard_bridge]") {
  const test::Table table(
      test::Layout{{"7H 8H 9H 10H QH KH AH 7C 8C 9C 10C QC KC AC 7D 8D 9D 6S",
                    "6C 6H 6D JS JC JH JD 7S 8S 9S 10S QS KS AS 10D QD KD AD"}});
  State state = table.state();
  const auto six = cards::read_card("6C").value();
  state.hands[1].erase(six);
  state.hands[0].insert(six);
  --state.counts[1];
  ++state.counts[0];
  for (const int before : {254, 255, 256, 65'534, 65'535}) {
    State later = state;
    later.put = before;
    YardBridge::apply(later, 0, Move::put(six), {});
    const View view = YardBridge::view(later, 0);
    CHECK(view.put == before + 1);
    CHECK(view.must_cover());
    CHECK(YardBridge::check(view, Move::done()));
  }
}
