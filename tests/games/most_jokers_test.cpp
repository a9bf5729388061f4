// Jokers of Most: a card and a joker standing for it never both lie in the melds or the bridge.
#include <catch2/catch.hpp>

#include "tests/games/most_table.hpp"

using namespace arena;
using namespace arena::most;
using namespace arena::most::test;

TEST_CASE("a joker may not be named as a card that lies in a meld", "[most]") {
  const State state = set_up({.hands = {"JC KC 9S *", "2S"}, .melds = {{1, "QS QC QD"}}});
  CHECK(refused(state, "meld JC *QC KC") == "QC lies in meld 1: no joker may stand for it.");
}

TEST_CASE("a joker may not be named as a card that lies in the bridge", "[most]") {
  const State state = set_up({.hands = {"JC KC 9S 10C *", "2S"}, .bridge = "QC 2D"});
  CHECK(refused(state, "meld JC *QC KC") == "QC lies in the bridge: no joker may stand for it.");
  CHECK(refused(state, "meld *9C 10C JC").empty());
}

TEST_CASE("a joker may be named as a card that has just been taken from the bridge", "[most]") {
  State state = set_up({.hands = {"JC KC 9S *", "2S"}, .bridge = "10C QC", .phase = Phase::get});
  play(state, "take 10C = 10C JC *QC KC");
  CHECK(held(state, 0) == "9S QC");
  CHECK(refused(state, "discard QC") == "A joker stands for QC in meld 1. Swap it: swap 1 QC.");
}

TEST_CASE("a joker may not be named as a card that stays in the bridge", "[most]") {
  const State state =
      set_up({.hands = {"JC KC 9S *", "2S"}, .bridge = "QC 10C", .phase = Phase::get});
  CHECK(refused(state, "take 10C = 10C JC *QC KC") ==
        "QC lies in the bridge: no joker may stand for it.");
}

TEST_CASE("a joker may be named as a card of the own hand", "[most]") {
  State state = set_up({.hands = {"7S 8S 9S KD *", "2S"}});
  play(state, "meld 7S 8S *9S");
  CHECK(held(state, 0) == "9S KD");
}

TEST_CASE("two jokers may not stand for the same card", "[most]") {
  const State state = set_up({.hands = {"9S 9H KD *", "2S"}, .melds = {{1, "8C *9C 10C"}}});
  CHECK(refused(state, "meld 9S *9C 9H") == "A joker stands for 9C in meld 1: no other joker may.");
  const State both = set_up({.hands = {"9S KD * *", "2S"}});
  CHECK(refused(both, "meld 9S *9C *9C") == "A meld has each card once.");
  CHECK(refused(both, "meld 9S *9C *9S") == "A meld has each card once.");
}

TEST_CASE("a card for which a joker stands may not be laid, melded or discarded", "[most]") {
  const State state =
      set_up({.hands = {"9C 9S 9H KD", "2S"}, .melds = {{0, "8C *9C 10C"}, {0, "9D 10D JD"}}});
  CHECK(refused(state, "meld 9S 9C 9H") == "A joker stands for 9C in meld 1. Swap it: swap 1 9C.");
  CHECK(refused(state, "discard 9C") == "A joker stands for 9C in meld 1. Swap it: swap 1 9C.");
  const State gap =
      set_up({.hands = {"9C KD", "2S"}, .melds = {{0, "9S *9C 9H"}, {0, "10C JC QC"}}});
  CHECK(refused(gap, "lay 2 9C").find("A joker stands for 9C in meld 1.") == 0);
}

TEST_CASE("a joker in the bridge stands for nothing", "[most]") {
  State state = set_up({.hands = {"JC KC 9S * *", "2S"}});
  play(state, "discard *");
  CHECK(bridge(state) == "2D *");
  state.actor = 0;
  state.phase = Phase::play;
  CHECK(refused(state, "meld JC *QC KC").empty());
}

TEST_CASE("a joker is swapped out of another's meld, whose card it then is", "[most]") {
  State state = set_up({.hands = {"9C KD", "2S"}, .melds = {{1, "8C *9C 10C"}}});
  CHECK(state.table.points_of(1) == 15);
  CHECK(refused(state, "swap 1 KD") ==
        "No joker stands for KD in meld 1. Jokers stand for 9C in "
        "meld 1.");
  CHECK(refused(state, "swap 2 9C") == "There is no meld 2: they go from 1 to 1.");
  play(state, "swap 1 9C");
  CHECK(held(state, 0) == "KD *");
  CHECK(to_text(state.table.laid(1)) == "8C 9C 10C");
  CHECK(state.table.points_of(1) == 20);
  CHECK(state.table.points_of(0) == 0);
  CHECK(refused(state, "swap 1 9C") ==
        "No joker stands for 9C in meld 1. No joker lies in a meld.");
}

TEST_CASE("a swapped card counts for the one who laid that joker, whosever the meld is", "[most]") {
  State state =
      set_up({.hands = {"8S KD *", "2S", "3S"}, .melds = {{1, "5S 6S 7S"}, {0, "2H 3H 4H"}}});
  play(state, "lay 1 *8S");
  state.actor = 2;
  state.hands[2].insert(card("8S"));
  state.hands[0].erase(card("8S"));
  state.phase = Phase::play;
  play(state, "swap 1 8S");
  CHECK(state.table.points_of(0) == 20);
  CHECK(state.table.points_of(1) == 15);
  CHECK(state.table.points_of(2) == 0);
}

TEST_CASE("a joker is swapped only in a turn, after getting a card", "[most]") {
  const State state =
      set_up({.hands = {"9C KD", "2S"}, .melds = {{1, "8C *9C 10C"}}, .phase = Phase::get});
  CHECK(refused(state, "swap 1 9C").find("First get a card") == 0);
}

TEST_CASE("who holds only cards that jokers stand for swaps one and discards the joker", "[most]") {
  State state = set_up({.hands = {"9C", "2S 3S"}, .melds = {{1, "8C *9C 10C"}}});
  CHECK_FALSE(refused(state, "discard 9C").empty());
  play(state, "swap 1 9C");
  play(state, "discard *");
  CHECK(state.deal == 2);
}
