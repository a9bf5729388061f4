// What a person at the terminal sees and types in bridge. The person sits North.
#include <string>
#include <string_view>

#include <catch2/catch.hpp>

#include "games/bridge/double_dummy.hpp"
#include "protocols/bridge/bridge.hpp"
#include "tests/games/bridge_table.hpp"
#include "tests/games/desk.hpp"

using namespace arena;
using namespace arena::bridge;

static_assert(arena::Screen<bridge::Screen>);

namespace {

using Desk = screens::Desk<GameModule>;

Setup<Bridge> given() { return bridge::test::setup(Scoring::total, {bridge::test::uneven_deal}); }

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the auction is a grid, with a star for each alert", "[bridge][screen]") {
  Desk desk(given());
  CHECK(desk.told() == "\nBoard 1: you are the dealer.\n");
  desk.play({"pass", "1H", "1S", "2C alert: asks"});
  CHECK(desk.told() == "West: 2C is an alert: asks.\n");
  CHECK(desk.board() ==
        "\n"
        "== Board 1 =========================================== no side is vulnerable ==\n"
        "                              North, you\n"
        "                              S 53\n"
        "                              H 92\n"
        "                              D K42\n"
        "                              C KT5432\n"
        " West    North   East    South   \n"
        "         pass    1H      1S      \n"
        " 2C*     \n"
        " * 2C: asks\n"
        " Your call? Such as 1nt or p; ? for help\n");
}

TEST_CASE("the table shows dummy, the trick and the tricks won", "[bridge][screen]") {
  Desk desk(given());
  desk.play({"1C", "pass", "pass", "pass", "D6", "D3", "DJ"});
  CHECK(has(desk.told(), "The auction:\n"));
  const std::string board = desk.board();
  INFO(board);
  CHECK(has(board, " 1C by North. Tricks: N-S 0, E-W 0.\n"));
  CHECK(has(board, "South, dummy\n                              S A9876\n"));
  CHECK(has(board, "                          DJ      D6"));
  CHECK(has(board, " Your card? Such as d2; ? for help\n"));
  CHECK_FALSE(has(board, "QT2"));  // East's spades
  desk.play({"DK", "C2"});
  CHECK(desk.told() == "East D6, South D3, West DJ, North DK. North wins the trick.\n");
}

TEST_CASE("a person may type cards in either order, and calls in any case", "[bridge][screen]") {
  Desk desk(given());
  CHECK(desk.move_of(" 1Nt ") == "1NT");
  CHECK(desk.move_of("P") == "pass");
  CHECK(desk.move_of("2c Alert: Asks for a Major") == "2C alert: Asks for a Major");
  CHECK(has(desk.refused("hello"), "A call is a bid such as 1nt, or p, x or xx."));
  CHECK(has(desk.refused("x"), "You may only double the opponents' last bid."));
  desk.play({"1C", "pass", "pass", "pass", "D6"});
  for (const char* typed : {"d3", "3D", "3\u2666", " D3"}) CHECK(desk.move_of(typed) == "D3");
  for (const char* typed : {"dt", "d10", "10d", "TD"}) CHECK(desk.move_of(typed) == "DT");
  CHECK(has(desk.refused("s9"), "Dummy must follow suit."));
  CHECK(has(desk.refused("c2"), "Dummy does not have this card"));
  CHECK(has(desk.refused("1nt"), "A card is its suit and rank"));
}

TEST_CASE("the auction and the last trick can be seen again", "[bridge][screen]") {
  Desk desk(given());
  CHECK(has(desk.refused("l"), "No trick is complete yet."));
  desk.play({"1C", "pass", "pass", "pass", "D6", "D3", "DJ"});
  CHECK(has(desk.refused("l"), "No trick is complete yet."));
  desk.play({"DK"});
  CHECK(has(desk.refused("a"), "         1C      pass    pass    \n pass    \n"));
  CHECK(has(desk.refused("l"), "East D6, South D3, West DJ, North DK. North won it."));
}

TEST_CASE("after a deal, a table shows what best play wins", "[bridge][screen]") {
  TableCache cache;
  Desk desk(given(), {}, &cache);
  desk.play({"1D", "pass", "2C", "pass", "pass", "pass"});
  desk.play({"HJ", "H9", "H7", "H3", "DJ", "D2", "D8", "D3", "HQ", "H2", "HK", "H4", "D6",
             "D5", "D7", "D4", "SJ", "S3", "ST", "S7", "C7", "C4", "HT", "CJ", "C8", "C6",
             "C2", "H8", "HA", "H5", "S5", "H6", "S9", "S4", "CK", "SQ", "DK", "DA", "DT",
             "CA", "C9", "C5", "S2", "S6", "SK", "CT", "DQ", "SA", "C3", "D9", "S8", "CQ"});
  const std::string told = desk.told();
  INFO(told);
  CHECK(has(told,
            "2C by South: 3 down. N-S -150, E-W +150.\n"
            "Tricks with best play, if all see all cards:\n"));
  CHECK(has(told, table_text(*read_tricks("442354423599ba799ba7"))));
  bool made_another = false;  // the screen asked the solver that the bots share
  TableSource<std::shared_ptr<DoubleDummy>> source;
  source.name = "bridge_double_dummy";
  source.make = [&] {
    made_another = true;
    return std::make_shared<DoubleDummy>();
  };
  static_cast<void>(cache.take(source));
  CHECK_FALSE(made_another);
}

TEST_CASE("the end of a deal tells the contract and its points", "[bridge][screen]") {
  Desk desk(given());
  desk.play({"pass", "pass", "pass", "pass"});
  CHECK(has(desk.told(), "The deal is passed out. N-S +0, E-W +0.\n"));
}
