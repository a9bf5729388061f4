// The lines of yard bridge, as its page shows them, and what is read. Other lines, and its JSON,
// are those of recorded games: tests/cli/earlier_records_test.py.
#include <string>

#include <catch2/catch.hpp>

#include "tests/games/yard_bridge_table.hpp"

using namespace arena;
using namespace arena::yard_bridge;
using test::Layout;
using test::Table;

namespace {

/// The conversation of docs/yard_bridge.md.
const Layout documented{{"AD JC 10C 9H 7S", "KS 7C QH 10D JD"}, "8H 6C"};

}  // namespace

TEST_CASE("a match of yard bridge in its own lines, as its page shows it", "[yard_bridge]") {
  Table table(documented);
  CHECK(table.told(1) == "start:2:1:125\ndeal:1:0:0 0:KS 7C QH 10D JD:7S\n");
  CHECK(table.told(0) == "start:2:0:125\ndeal:1:0:0 0:10C JC 9H AD:7S\n");
  CHECK(table.asked() == "turn:0:10C JC 9H AD:7S:S:4 5:26:0 0:done\n");
  table.play({"done"});
  CHECK(table.told(0) == "take:1:1\n");
  CHECK(table.told(1) == "take:1:1:8H\n");
  const std::string first = "turn:1:KS 7C 8H QH 10D JD:7S:S:4 6:25:0 0:put KS,put 7C,put JD,take\n";
  CHECK(table.asked() == first);
  std::string error;
  table.wire().refuse(Refusal(table.refused("put 9H")), error);
  CHECK(error == "error:9H is not in your hand; legal: put KS, put 7C, put JD, take.\n" + first);
  table.play({"put 7C"});
  CHECK(table.asked() == "turn:1:KS 8H QH 10D JD:7C:C:4 5:25:0 0:done\n");
  table.play({"done", "put JC S", "done"});
  CHECK(table.told(1) == "put:1:7C\ntake:0:1\nput:0:JC:S\n");
  CHECK(table.told(0) == "put:1:7C\ntake:0:1:6C\nput:0:JC:S\n");
  CHECK(table.asked() == "turn:1:KS 8H QH 10D JD:JC:S:4 5:24:0 0:put KS,put JD,take\n");
  table.play({"put JD H"});
  CHECK(table.told(0) == "put:1:JD:H\n");
  CHECK(table.asked() == "turn:1:KS 8H QH 10D:JD:H:4 4:24:0 0:done\n");
}

TEST_CASE("answers are read in either case and with any white space", "[yard_bridge]") {
  for (const std::string_view text : {"put 10h", " PUT 10H\r", "\tPut 10H  "})
    CHECK(YardBridge::read(text) == Move::put(cards::read_card("10H").value()));
  for (const std::string_view text : {"put jc d", "put  JC D", "put\tJC \t D "})
    CHECK(YardBridge::read(text) == Move::put(cards::read_card("JC").value(), cards::diamonds));
  CHECK(YardBridge::read("TAKE") == Move::take());
  CHECK(YardBridge::read(" done ") == Move::done());
  for (const std::string_view text :
       {"", "put", "put ", "7D", "put 5D", "put *", "put JC", "put JC X", "put 7D H", "put JC H H",
        "put7D", "put 7 D", "take it", "pass"})
    CHECK_FALSE(YardBridge::read(text));
}

TEST_CASE("answers that are no move are refused in the game's words", "[yard_bridge]") {
  Table table(documented);
  table.play({"done"});
  const std::string legal = "; legal: put KS, put 7C, put JD, take.";
  CHECK(table.refused("") == "no such answer" + legal);
  CHECK(table.refused("7C") == "no such answer" + legal);
  CHECK(table.refused("put ") == "no such answer" + legal);
  CHECK(table.refused("put 2C") == "that is no card of the pack" + legal);
  CHECK(table.refused("put *") == "that is no card of the pack" + legal);
  CHECK(table.refused("put 7C H") == "only a jack orders a suit" + legal);
  const std::string orders = "JD orders one of the suits S, C, H and D, as in put JD H" + legal;
  CHECK(table.refused("put JD") == orders);
  CHECK(table.refused("put  jd x") == orders);
  CHECK(table.refused("put 8H") == "8H does not match 7S" + legal);
  CHECK(table.refused("put AS") == "AS is not in your hand" + legal);
}

TEST_CASE("a shuffle of yard bridge in JSON shows how many cards, and leaving shows nothing",
          "[yard_bridge]") {
  CHECK(boost::json::serialize(GameModule::event(Shuffled{2, {}})) ==
        R"({"event":"shuffle","stock":2})");
  CHECK(GameModule::event(Left{}).empty());
}
