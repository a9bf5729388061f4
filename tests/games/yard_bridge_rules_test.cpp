// The rules of yard bridge, case by case, from stacked deals.
#include <string>

#include <catch2/catch.hpp>

#include "tests/games/yard_bridge_table.hpp"

using namespace arena;
using namespace arena::yard_bridge;
using test::Layout;
using test::Table;

TEST_CASE("the opening card is the dealer's first turn, and he may say done at once",
          "[yard_bridge]") {
  Table table(Layout{{"9H KS 10S", "QD AC QC"}});
  CHECK(table.actor() == 0);
  CHECK(table.count(0) == 2);
  CHECK(table.count(1) == 3);
  CHECK(table.legal() == "done");
  table.play({"done"});
  CHECK(table.actor() == 1);
}

TEST_CASE("more cards of the opening card's rank may follow it", "[yard_bridge]") {
  Table table(Layout{{"9H 9C KS 9S", "QD AC QC 8H"}});
  CHECK(table.legal() == "put 9C,put 9H,done");
  CHECK(table.refused("put KS") ==
        "only more nines may follow 9S in this turn; legal: put 9C, put 9H, done.");
  table.play({"put 9H"});
  CHECK(table.legal() == "put 9C,done");
  CHECK(table.state().suit == cards::hearts);
}

TEST_CASE("an opening six is covered by the dealer, by taking cards if he must", "[yard_bridge]") {
  Table table(Layout{{"9H KD 6S", "QD AC QC"}, "9C 10D 7S"});
  CHECK(table.legal() == "take");
  CHECK(table.refused("done") == "6S must be covered; legal: take.");
  CHECK(table.refused("put 9H") == "9H does not cover 6S; legal: take.");
  table.play({"take", "take"});
  CHECK(table.legal() == "take");
  table.play({"take"});
  CHECK(table.legal() == "put 7S");
  CHECK(table.refused("take") == "you hold a card that covers 6S; legal: put 7S.");
  table.play({"put 7S", "done"});
  CHECK(table.count(1) == 4);
}

TEST_CASE("an opening jack orders its own suit", "[yard_bridge]") {
  Table table(Layout{{"9H KS JD", "QD AC QC"}});
  CHECK(table.state().suit == cards::diamonds);
  table.play({"done"});
  CHECK(table.legal() == "put QD,take");
}

TEST_CASE("the first card of a turn matches in rank, in suit, or is a jack", "[yard_bridge]") {
  Table table(Layout{{"8H KS AC AD 9S", "9D JC QS KH 7C"}});
  table.play({"done"});
  CHECK(table.legal() == "put QS,put JC,put 9D,take");
  CHECK(table.refused("put KH") == "KH does not match 9S; legal: put QS, put JC, put 9D, take.");
}

TEST_CASE("a jack orders any suit, and that suit is in force", "[yard_bridge]") {
  Table table(Layout{{"8H KS AC AD 9S", "9D JC QS KH 7C"}});
  table.play({"done", "put JC H", "done"});
  CHECK(table.actor() == 0);
  CHECK(table.legal() == "put 8H,take");
  CHECK(table.refused("put KS") ==
        "KS does not match JC, which orders hearts; legal: put 8H, take.");
}

TEST_CASE("after a jack only more jacks follow in the turn, each with its order", "[yard_bridge]") {
  Table table(Layout{{"8H KS AC AD 9S", "9D JC QS JH 7C"}});
  table.play({"done", "put JC S"});
  CHECK(table.legal() == "put JH,done");
  table.play({"put JH D", "done"});
  CHECK(table.state().suit == cards::diamonds);
}

TEST_CASE("a card may be taken once a turn, before anything is put", "[yard_bridge]") {
  Table table(Layout{{"8H KS AC AD 9S", "9D JC QS KH 7C"}, "10S 10D"});
  CHECK(table.refused("take") == "no card is taken after one was put; legal: done.");
  table.play({"done"});
  CHECK(table.refused("done") == "first put or take a card; legal: put QS, put JC, put 9D, take.");
  table.play({"take"});
  CHECK(table.legal() == "put 10S,put QS,put JC,put 9D,done");
  CHECK(table.refused("take") ==
        "you have taken a card in this turn; legal: put 10S, put QS, put JC, put 9D, done.");
  table.play({"put 10S", "done"});
  CHECK(table.actor() == 0);
}

TEST_CASE("a six is covered by a six, which must be covered in turn", "[yard_bridge]") {
  Table table(Layout{{"8H KS AC AD 9S", "6S 6H KH 7H 7C"}});
  table.play({"done", "put 6S"});
  CHECK(table.legal() == "put 6H");
  table.play({"put 6H"});
  CHECK(table.legal() == "put 7H,put KH");
  CHECK(table.refused("done") == "6H must be covered; legal: put 7H, put KH.");
  table.play({"put 7H", "put 7C", "done"});
  CHECK(table.actor() == 0);
  CHECK(table.count(0) == 4 + 2);
}

TEST_CASE("a jack covers a six, and orders", "[yard_bridge]") {
  Table table(Layout{{"8H KS AC AD 9S", "6S JH KH 9D 7C"}});
  table.play({"done", "put 6S"});
  CHECK(table.legal() == "put JH");
  table.play({"put JH C", "done"});
  CHECK(table.legal() == "put AC,take");
}

TEST_CASE("a seven makes the next player take one card, and more sevens more", "[yard_bridge]") {
  Table table(Layout{{"7H KS 7C AD 7S", "9D JC QS KH 9C", "8C 8D 10H 10D QD"}});
  table.play({"put 7H", "put 7C", "done"});
  CHECK(table.count(1) == 5 + 3);
  CHECK(table.count(2) == 5);
  CHECK(table.actor() == 1);
  SECTION("and that is no take of his turn") { table.play({"take", "done"}); }
}

TEST_CASE("only the cards of the top's rank count that lie in a row at the turn's end",
          "[yard_bridge]") {
  Table table(Layout{{"8H KS AC AD 9S", "6S 7S 7D QS KH"}});
  table.play({"done", "put 6S", "put 7S", "put 7D", "done"});
  CHECK(table.count(0) == 4 + 2);
}

TEST_CASE("a seven that lay there already does nothing again", "[yard_bridge]") {
  Table table(Layout{{"KS QS AD 7S", "9D JC QD KH"}, "10H"});
  table.play({"done"});
  CHECK(table.count(1) == 5);
  table.play({"take", "done"});
  CHECK(table.actor() == 0);
  CHECK(table.count(0) == 3);
}

TEST_CASE("with two players two eights make the opponent take four and lose one turn",
          "[yard_bridge]") {
  Table table(Layout{{"8H KS QS 8S", "9D JC QD KH"}});
  table.play({"put 8H"}).forget().play({"done"});
  CHECK(table.count(1) == 4 + 4);
  CHECK(table.actor() == 0);
  CHECK(table.told(0) == "take:1:2\nskip:1\ntake:1:2\nskip:1\n");
}

TEST_CASE("with two players two aces give one more turn, not two", "[yard_bridge]") {
  Table table(Layout{{"AH KS QS AS", "9D JC QD KH"}});
  table.play({"put AH"}).forget().play({"done"});
  CHECK(table.actor() == 0);
  CHECK(table.told(1) == "skip:1\nskip:1\n");
  table.play({"take", "done"});
  CHECK(table.actor() == 1);
}

TEST_CASE("with three players three eights hit the first opponent twice, two cards at a time",
          "[yard_bridge]") {
  Table table(Layout{{"8H 8C QS 8S", "9D JC QD KH", "9C KC QC KD"}});
  table.play({"put 8H", "put 8C"}).forget().play({"done"});
  CHECK(table.told(0) == "take:1:2\nskip:1\ntake:2:2\nskip:2\ntake:1:2\nskip:1\n");
  CHECK(table.count(1) == 8);
  CHECK(table.count(2) == 6);
  CHECK(table.actor() == 2);
}

TEST_CASE("with six players eights hit as many of the next ones", "[yard_bridge]") {
  Table table(Layout{{"9C 9D 9H", "KC KD KH", "QC QD QH", "10C 10D 10H", "8H 7S 8S", "JC JD JH"},
                     "6C 6D AC AD",
                     4});
  table.play({"put 8H"}).forget().play({"done"});
  CHECK(table.told(0) == "take:5:2\nskip:5\ntake:0:2:AC AD\nskip:0\n");
  CHECK(table.told(5) == "take:5:2:6C 6D\nskip:5\ntake:0:2\nskip:0\n");
  CHECK(table.actor() == 1);
}

TEST_CASE("with six players aces skip as many of the next ones", "[yard_bridge]") {
  Table table(
      Layout{{"9C 9D 9H", "KC KD KH", "QC QD QH", "10C 10D 10H", "AH 7S AS", "JC JD JH"}, "", 4});
  table.play({"put AH"}).forget().play({"done"});
  CHECK(table.actor() == 1);
  CHECK(table.told(3) == "skip:5\nskip:0\n");
}

TEST_CASE("a deal ends by done with no card in hand, and the last cards do what they do first",
          "[yard_bridge]") {
  Table table(Layout{{"7H 7S", "KD 9C"}, "JD AD"});
  table.play({"put 7H"});
  CHECK(table.legal() == "done");
  table.forget().play({"done"});
  CHECK(table.told(1).starts_with("take:1:2:JD AD\nresult:0 45:0 45\ndeal:2:1:0 45:"));
}

TEST_CASE("a last card that is a six must be covered too", "[yard_bridge]") {
  Table table(Layout{{"6H 6S", "KD 9C"}, "9D 7H"});
  table.play({"put 6H"});
  CHECK(table.count(0) == 0);
  CHECK(table.legal() == "take");
  table.play({"take", "take", "put 7H", "done"});
  CHECK(table.count(1) == 3);
  CHECK(table.actor() == 1);
}

TEST_CASE("points are ten for ten, queen and king, fifteen for an ace, twenty for a jack",
          "[yard_bridge]") {
  CardSet all;
  for (const Card card : full_pack()) all.insert(card);
  CHECK(points(all) == 4 * (3 * 10 + 15 + 20));
  CHECK(points(CardSet::of(cards::six) | CardSet::of(cards::seven) | CardSet::of(cards::eight) |
               CardSet::of(cards::nine)) == 0);
}
