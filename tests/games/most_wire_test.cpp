// What the protocols of Most read, and the events in JSON. The lines that bots are sent are those
// of recorded games: tests/cli/earlier_records_test.py.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "protocols/most/most.hpp"
#include "tests/games/most_table.hpp"

using namespace arena;
using namespace arena::most;
using namespace arena::most::test;

namespace {

template <class AnyWire>
std::string refusal_of(AnyWire wire, const State& state, std::string_view line) {
  const auto reading = wire.read(Most::view(state, state.actor), line);
  const auto* refusal = std::get_if<Refusal>(&reading);
  return refusal != nullptr ? std::string(refusal->text()) : "read";
}

/// Why a line is no move, without what would have been legal.
std::string unread(std::string_view line) {
  const std::string whole = refusal_of(MostLines(0), set_up({.hands = {"KD", "2S"}}), line);
  return whole.substr(0, whole.find(" Legal: "));
}

std::string canonical(const char* line) {
  const State state = set_up({.hands = {"KD", "2S"}});
  const auto reading = MostLines(0).read(Most::view(state, 0), line);
  if (const auto* refusal = std::get_if<Refusal>(&reading)) return std::string(refusal->text());
  return Most::write(std::get<Move>(reading));
}

}  // namespace

TEST_CASE("answers are read with any letter case and white space", "[most][wire]") {
  CHECK(canonical(" DRAW\r") == "draw");
  CHECK(canonical("take  7h = 7h\t8H *9h ") == "take 7H = 7H 8H *9H");
  CHECK(canonical("Meld 7d 7S *7c") == "meld 7S *7C 7D");
  CHECK(canonical("lay 12 *10s") == "lay 12 *10S");
  CHECK(canonical("swap 1 qd") == "swap 1 QD");
  CHECK(canonical("discard *") == "discard *");
}

TEST_CASE("what is no move is refused with the form of one", "[most][wire]") {
  const std::string verbs = "A move begins with draw, take, meld, lay, swap or discard.";
  CHECK(unread("") == verbs);
  CHECK(unread("pass") == verbs);
  CHECK(unread("draw 7H") == "draw stands alone.");
  CHECK(unread("take 7H").find("take names a card of the bridge and the meld") == 0);
  CHECK(unread("take 7H 7H 8H 9H").find("take names a card") == 0);
  CHECK(unread("meld 5S 6X").find("\"6X\" is no card: cards are") == 0);
  CHECK(unread("meld 5S **").find("\"**\" is no card") == 0);
  CHECK(unread("meld 1S 2S 3S").find("\"1S\" is no card") == 0);
  CHECK(unread("lay 8S").find("lay names a meld by its number") == 0);
  CHECK(unread("lay 1 8S 9S") == "lay adds one card at a time.");
  CHECK(unread("swap 1 *").find("swap names a meld") == 0);
  CHECK(unread("swap x 9C").find("swap names a meld") == 0);
  CHECK(unread("discard").find("discard names one card") == 0);
  CHECK(unread("discard KD QD").find("discard names one card") == 0);
  CHECK(unread("meld AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS") ==
        "A meld has 13 cards at most.");
  const std::string long_word(500, 'x');
  CHECK(unread("discard " + long_word).size() < 120);
}

TEST_CASE("what is no move is refused with what is legal, in JSON too", "[most][wire][json]") {
  const State playing = set_up({.hands = {"KD 2S", "3S"}});
  const std::string legal = " Legal: discard 2S, discard KD.";
  const std::string verbs = "A move begins with draw, take, meld, lay, swap or discard.";
  using Json = SharedProtocol<GameModule>;
  for (const char* line : {"", "pass", "discard zz", "discard", "draw now", "take KD", "lay 1",
                           "swap x 9C", "meld 5S zz"}) {
    INFO(line);
    const std::string text = refusal_of(MostLines(0), playing, line);
    CHECK(text.ends_with(legal));
    CHECK(refusal_of(Json(0), playing, '"' + std::string(line) + '"') == text);
    CHECK(refusal_of(Json(0), playing, R"({"move":")" + std::string(line) + "\"}") == text);
  }
  CHECK(refusal_of(MostLines(0), playing, "pass") == verbs + legal);
  const State getting = set_up({.hands = {"KD 2S", "3S"}, .phase = Phase::get});
  CHECK(refusal_of(MostLines(0), getting, "pass") == verbs + " Legal: draw.");
}

TEST_CASE("a programme sees the fields of its view, and moves that are possible", "[most][json]") {
  const State state =
      set_up({.hands = {"KD 9C *", "2S"}, .bridge = "2D QH", .melds = {{0, "QS KS *AS"}}});
  const boost::json::object fields = GameModule::fields(Most::view(state, 0));
  CHECK(fields.at("can_lay") == true);
  CHECK(boost::json::serialize(fields.at("laid")) == "[20,0]");
  CHECK(boost::json::serialize(fields.at("melds")) ==
        R"([{"id":1,"owner":0,"cards":["QS","KS","*AS"]}])");
  CHECK(boost::json::serialize(fields.at("possible")) ==
        R"(["lay 1 *2S","lay 1 *JS","discard 9C","discard KD","discard *"])");
}

TEST_CASE("events are sent to programs as moves, with what more they may know", "[most][json]") {
  CHECK(boost::json::serialize(GameModule::event(Drew{1, card("9C")})) ==
        R"({"seat":1,"move":"draw","card":"9C"})");
  CHECK(boost::json::serialize(GameModule::event(Drew{1, {}, false})) ==
        R"({"seat":1,"move":"draw"})");
  CHECK(boost::json::serialize(GameModule::event(Drew{1, {}})) ==
        R"({"seat":1,"move":"draw","card":null})");
  const Took took{
      0, {card("7H"), card("QC")}, 1, std::get<NewMeld>(to_move("meld 7H 8H *9H")).meld};
  CHECK(boost::json::serialize(GameModule::event(took)) ==
        R"({"seat":0,"move":"take 7H = 7H 8H *9H","cards":["7H","QC"],"id":1})");
  CHECK(GameModule::event(Left{1}).empty());
  CHECK(boost::json::serialize(GameModule::event(Shuffled{20, {}})) ==
        R"({"event":"shuffle","stock":20})");
  CHECK(boost::json::serialize(GameModule::event(Scored{{15, -5}, {20, 0}})) ==
        R"({"event":"result","points":[15,-5],"totals":[20,0]})");
}
