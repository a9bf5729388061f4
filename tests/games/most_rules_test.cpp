// What a turn of Most may hold: getting a card, melds, lay-offs, swaps, the discard.
#include <catch2/catch.hpp>

#include "tests/games/most_table.hpp"

using namespace arena;
using namespace arena::most;
using namespace arena::most::test;

TEST_CASE("a turn gets one card, then plays, then discards", "[most]") {
  State state = set_up({.hands = {"7S 8S 9S KD", "2S 3S"}, .phase = Phase::get});
  CHECK(refused(state, "discard KD").find("First get a card") == 0);
  CHECK(refused(state, "meld 7S 8S 9S").find("First get a card") == 0);
  play(state, "draw");
  CHECK(held(state, 0) == "4S 7S 8S 9S KD");
  CHECK(refused(state, "draw").find("You have got a card already") == 0);
  CHECK(refused(state, "take 2D = 2D 3D 4D").find("You have got a card already") == 0);
  play(state, "meld 7S 8S 9S");
  CHECK(state.actor == 0);
  play(state, "discard KD");
  CHECK(bridge(state) == "2D KD");
  CHECK(state.actor == 1);
  CHECK(state.phase == Phase::get);
}

TEST_CASE("a meld is a run of one suit or a set of one rank, three cards or more", "[most]") {
  const State state = set_up({.hands = {"5S 6S 7S 8S 9S 7C 7H 7D KH", "2S"}});
  for (const char* text : {"meld 5S 6S 7S", "meld 6S 7S 8S 9S", "meld 7S 7C 7H", "meld 7D 7H 7C 7S",
                           "meld 7C 7H 7D"}) {
    INFO(text);
    CHECK(refused(state, text).empty());
  }
  CHECK(refused(state, "meld 5S 6S") == "A meld has three cards at least.");
  CHECK(refused(state, "meld 7S 6S 5S") == "A run is written from its low end: 5S 6S 7S.");
  CHECK(refused(state, "meld 5S 6S 8S").find("That is neither a run") == 0);
  CHECK(refused(state, "meld 5S 6S 7C").find("That is neither a run") == 0);
  CHECK(refused(state, "meld 5S 6S 6S") == "You have 6S only once.");
  CHECK(refused(state, "meld KH KC KS") == "You have no KS.");
  CHECK(refused(state, "meld 7S 7C *7D") == "You have no joker.");
}

TEST_CASE("a run goes over king, ace and two", "[most]") {
  State state = set_up({.hands = {"QH KH AH 2H 3H 9C JH 4H", "2S"}});
  CHECK(refused(state, "meld AH 2H 3H").empty());
  CHECK(refused(state, "meld KH AH 2H").empty());
  play(state, "meld QH KH AH 2H");
  CHECK(to_text(state.table.laid(1)) == "QH KH AH 2H");
  play(state, "lay 1 3H");
  play(state, "lay 1 JH");
  CHECK(to_text(state.table.laid(1)) == "JH QH KH AH 2H 3H");
  CHECK(refused(state, "lay 1 9C") == "9C does not fit JH QH KH AH 2H 3H. Meld 1 takes 4H or 10H.");
}

TEST_CASE("a run has thirteen cards at most, and the thirteenth goes to its high end", "[most]") {
  State state = set_up(
      {.hands = {"4S 9C 9D *", "2S"}, .melds = {{0, "5S 6S 7S 8S 9S 10S JS QS KS AS 2S 3S"}}});
  play(state, "lay 1 4S");
  CHECK(to_text(state.table.laid(1)) == "5S 6S 7S 8S 9S 10S JS QS KS AS 2S 3S 4S");
  CHECK(refused(state, "lay 1 9C").find("Meld 1 is full.") == 0);
  CHECK(state.table.gaps().empty());
}

TEST_CASE("thirteen cards may be laid at once", "[most]") {
  State state = set_up({.hands = {"5S 6S 7S 8S 9S 10S JS QS KS AS 2S 4S 9C *", "2C"}});
  play(state, "meld 5S 6S 7S 8S 9S 10S JS QS KS AS 2S *3S 4S");
  CHECK(state.table.meld(1).size() == 13);
  CHECK(state.table.points_of(0) == 8 * 5 - 5 + 4 * 10 + 15);
  CHECK(held(state, 0) == "9C");
}

TEST_CASE("taking from the bridge takes all that comes after, and melds the chosen card",
          "[most]") {
  State state = set_up({.hands = {"8H KC", "2S"}, .bridge = "2D 7H QC 9H", .phase = Phase::get});
  CHECK(refused(state, "take QC = 7H 8H 9H") ==
        "7H lies in the bridge: a turn may begin by taking it.");
  CHECK(refused(state, "take 2D = 7H 8H 9H") ==
        "The meld must contain the card that you take, 2D.");
  CHECK(refused(state, "take 3D = 7H 8H 9H") == "3D does not lie in the bridge: 2D 7H QC 9H.");
  play(state, "take 7H = 7H 8H 9H");
  CHECK(bridge(state) == "2D");
  CHECK(held(state, 0) == "QC KC");
  CHECK(state.phase == Phase::play);
  CHECK(state.table.owner(1) == 0);
}

TEST_CASE("the whole bridge may be taken, and the turn goes on", "[most]") {
  State state = set_up({.hands = {"8H KC 3D", "2S"}, .bridge = "7H 9H", .phase = Phase::get});
  play(state, "take 7H = 7H 8H 9H");
  CHECK(bridge(state).empty());
  play(state, "discard KC");
  CHECK(bridge(state) == "KC");
  CHECK(state.actor == 1);
}

TEST_CASE("`take *` means the first joker in the row, and the meld has a joker", "[most]") {
  State state = set_up({.hands = {"8H 9H KC", "2S"}, .bridge = "2D * QC *", .phase = Phase::get});
  CHECK(refused(state, "take * = 8H 9H QC").find("That is neither") == 0);
  play(state, "take * = *7H 8H 9H");
  CHECK(held(state, 0) == "QC KC *");
  CHECK(bridge(state) == "2D");
  CHECK(state.table.by_jokers() == CardSet::only(card("7H")));
}

TEST_CASE("after taking a joker a meld without one does not do", "[most]") {
  const State state =
      set_up({.hands = {"7H 8H 9H KC", "2S"}, .bridge = "2D *", .phase = Phase::get});
  CHECK(refused(state, "take * = 7H 8H 9H") == "The meld must contain the card that you take, *.");
  CHECK(refused(state, "take * = 7H 8H *9H").empty());
}

TEST_CASE("a card that a joker stands for in the meld is not the chosen card", "[most]") {
  const State state =
      set_up({.hands = {"8H 9H KC *", "2S"}, .bridge = "2D 7H", .phase = Phase::get});
  CHECK(refused(state, "take 7H = *7H 8H 9H") ==
        "The meld must contain the card that you take, 7H.");
}

TEST_CASE("a card must be kept for the discard", "[most]") {
  const State melding = set_up({.hands = {"5S 6S 7S", "2S"}});
  CHECK(refused(melding, "meld 5S 6S 7S") == "Keep a card to discard.");
  const State taking = set_up({.hands = {"5S 6S", "2S"}, .bridge = "7S", .phase = Phase::get});
  CHECK(refused(taking, "take 7S = 5S 6S 7S") == "Keep a card to discard.");
  const State laying = set_up({.hands = {"8S", "2S"}, .melds = {{0, "5S 6S 7S"}}});
  CHECK(refused(laying, "lay 1 8S") == "Keep a card to discard.");
  CHECK(refused(laying, "discard 8S").empty());
}

TEST_CASE("a player lays off to any meld, but only after a meld of his own in this deal",
          "[most]") {
  const Scene scene{.hands = {"8S 2H 3H 4H KD", "2S"}, .melds = {{1, "5S 6S 7S"}}};
  State state = set_up(scene);
  CHECK(refused(state, "lay 1 8S") ==
        "Who lays off has laid a meld of his own in this deal: you have not.");
  play(state, "meld 2H 3H 4H");
  play(state, "lay 1 8S");
  CHECK(state.table.owner(1) == 1);
  CHECK(state.table.points_of(0) == 20);
  CHECK(state.table.points_of(1) == 15);
  CHECK(refused(state, "lay 3 KD") == "There is no meld 3: they go from 1 to 2.");
}

TEST_CASE("a set takes its missing suit and nothing else", "[most]") {
  State state = set_up({.hands = {"7D 8S KD", "2S"}, .melds = {{0, "7S 7C 7H"}}});
  CHECK(refused(state, "lay 1 8S") == "8S does not fit 7S 7C 7H. Meld 1 takes 7D.");
  play(state, "lay 1 7D");
  CHECK(to_text(state.table.laid(1)) == "7S 7C 7H 7D");
  CHECK(refused(state, "lay 1 8S") == "Meld 1 is full.");
}

TEST_CASE("a joker may be laid off for the card that it is named", "[most]") {
  State state = set_up({.hands = {"KD *", "2S"}, .melds = {{0, "5S 6S 7S"}}});
  CHECK(refused(state, "lay 1 *9S").find("9S does not fit") == 0);
  CHECK(refused(state, "lay 1 *") == "Say which card the joker stands for, such as *9C.");
  play(state, "lay 1 *8S");
  CHECK(to_text(state.table.laid(1)) == "5S 6S 7S *8S");
  CHECK(state.table.points_of(0) == 15);
}

TEST_CASE("a refusal names some of what is legal, melds before discards", "[most]") {
  const State state = set_up({.hands = {"5S 6S 7S 9C KD", "2S"}});
  CHECK(refusal(state, "discard 2S") ==
        "You have no 2S. Legal: meld 5S 6S 7S, discard 5S, discard 6S, ...");
  CHECK(refusal(state, "draw") ==
        "You have got a card already: meld, lay, swap, or end the turn with discard. Legal: meld "
        "5S 6S 7S, discard 5S, discard 6S, ...");
  const State few = set_up({.hands = {"5S 6S", "2S"}, .bridge = "7S", .phase = Phase::get});
  CHECK(refusal(few, "take 7S = 5S 6S 7S") == "Keep a card to discard. Legal: draw.");
  const State taking = set_up({.hands = {"5S 6S KD", "2S"}, .bridge = "7S", .phase = Phase::get});
  CHECK(refusal(taking, "discard KD") ==
        "First get a card: draw, or take one from the bridge for a meld. Legal: draw, take 7S = 5S "
        "6S 7S.");
}

TEST_CASE("a refusal that names a legal move says no more", "[most]") {
  const State state = set_up({.hands = {"5S 6S 7S 9C KD", "2S"}, .melds = {{1, "8C *9C 10C"}}});
  CHECK(refusal(state, "meld 7S 6S 5S") == "A run is written from its low end: 5S 6S 7S.");
  CHECK(refusal(state, "discard 9C") == "A joker stands for 9C in meld 1. Swap it: swap 1 9C.");
}

TEST_CASE("a run from its high end is not recommended where it is not legal", "[most]") {
  const State all = set_up({.hands = {"8S 9S 10S", "2S"}});
  CHECK(refusal(all, "meld 10S 9S 8S") ==
        "A run is written from its low end: 8S 9S 10S. Keep a card to discard. Legal: discard 8S, "
        "discard 9S, discard 10S.");
  const State taking = set_up({.hands = {"8S 9S 10S", "2S"}, .bridge = "KD", .phase = Phase::get});
  CHECK(refusal(taking, "take KD = 10S 9S 8S") ==
        "A run is written from its low end: 8S 9S 10S. The meld must contain the card that you "
        "take, KD. Legal: draw.");
}

TEST_CASE("what is missing is looked for among the cards that are taken, too", "[most]") {
  const State state = set_up({.hands = {"8H 9H KC", "2S"}, .bridge = "7H *", .phase = Phase::get});
  CHECK(refused(state, "take 7H = 7H 7H 8H") == "You have 7H only once.");
  CHECK(refused(state, "take 7H = 7H *8H *9H") == "You have no joker left for that.");
  CHECK(refused(state, "take 7H = 7H 8H 9C") == "You have no 9C.");
}

TEST_CASE("refusals are one line of a bounded length", "[most]") {
  const State state = set_up({.hands = {"5S 6S 7S 8S 9S 10S JS QS KS AS 2S 3S 4S 9C", "2C"}});
  const std::string text = refusal(state, "meld 5S 6S 9C");
  CHECK(text.find("That is neither a run") == 0);
  CHECK(text.find(" Legal: meld 2S 3S 4S, ") != std::string::npos);
  CHECK(text.find('\n') == std::string::npos);
  CHECK(text.size() < 300);
}
