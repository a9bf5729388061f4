// The lines of yard bridge, word for word, and its JSON.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/described.hpp"
#include "tests/games/yard_bridge_table.hpp"

using namespace arena;
using namespace arena::yard_bridge;
using test::Layout;
using test::Table;

namespace {

/// The conversation of docs/yard_bridge.md.
const Layout documented{{"AD JC 10C 9H 7S", "KS 7C QH 10D JD"}, "8H 6C"};

Options one_deal(int max_actions) {
  Options options;
  options.max_actions = max_actions;
  options.deals = 1;
  return options;
}

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

TEST_CASE("a take by choice, a skip, a result and the end in lines", "[yard_bridge]") {
  Table table(Layout{{"9H KS AS", "QD AC QC", "10C 10D JH"}, "7C"}, one_deal(3));
  table.forget().play({"done"});
  CHECK(table.told(0) == "skip:1\n");
  CHECK(table.actor() == 2);
  table.play({"take"});
  CHECK(table.told(0) == "take:2:1\n");
  CHECK(table.told(2) == "skip:1\ntake:2:1:7C\n");
  table.forget().play({"done"});
  CHECK(table.told(1) == "result:10 35 40:10 35 40\nover:1 2 3\n");
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

TEST_CASE("the JSON protocol lists a jack by its four orders", "[yard_bridge]") {
  Table table(documented);
  table.play({"done"});
  std::string out;
  SharedProtocol<GameModule>(1).ask(table.view(1), out);
  const auto turn = boost::json::parse(out).as_object();
  CHECK(boost::json::serialize(turn.at("legal")) ==
        R"(["put KS","put 7C","put JD S","put JD C","put JD H","put JD D","take"])");
  CHECK(boost::json::serialize(turn.at("view")) ==
        R"({"seat":1,"hand":["KS","7C","8H","QH","10D","JD"],"top":"7S","suit":"S",)"
        R"("puts":["KS","7C","JD"],"must_cover":false,"can_take":true,"can_finish":false,)"
        R"("put":0,"row":0,"took":false,"counts":[4,6],"totals":[0,0],"stock":25,)"
        R"("pile":["7S"],"deal":1,"dealer":0,"actions":1,"target":125,"deals":0,)"
        R"("max_actions":1000})");
}

TEST_CASE("events of yard bridge as JSON", "[yard_bridge]") {
  const auto told = [](const Event& event, Seat seat) {
    return boost::json::serialize(GameModule::event(YardBridge::view(event, seat).value()));
  };
  const auto card = [](const char* text) { return cards::read_card(text).value(); };
  const Took penalty{1, true, 2, {card("8H"), card("JC")}};
  CHECK(told(penalty, 0) == R"({"seat":1,"event":"take","count":2})");
  CHECK(told(penalty, 1) == R"({"seat":1,"event":"take","count":2,"cards":["8H","JC"]})");
  CHECK(told(Took{0, false, 1, {card("8H")}}, 0) ==
        R"({"seat":0,"move":"take","count":1,"cards":["8H"]})");
  CHECK(told(Put{2, Move::put(card("JC"), cards::hearts)}, 0) == R"({"seat":2,"move":"put JC H"})");
  CHECK(told(Finished{2}, 0) == R"({"seat":2,"move":"done"})");
  CHECK(told(Skipped{2}, 0) == R"({"event":"skip","seat":2})");
  CHECK(told(Shuffled{2, {card("8H"), card("9H")}}, 0) == R"({"event":"shuffle","stock":2})");
  CHECK(told(Scored{{1, 2}, {3, 4}}, 0) == R"({"event":"result","points":[1,2],"totals":[3,4]})");
  CHECK(told(Over{{1, 2}}, 0) == R"({"event":"over","places":[1,2]})");
  Dealt dealt{2, 1, {0, 5}, {CardSet::only(card("8H")), CardSet::only(card("9H"))}, card("6S"), {}};
  CHECK(told(dealt, 0) ==
        R"({"event":"deal","deal":2,"dealer":1,"totals":[0,5],"hand":["8H"],"opening":"6S"})");
  CHECK(told(Began{}, 0) == "{}");
  CHECK(told(Left{}, 0) == "{}");
}
