// The wire protocol of Most, line by line, and what it reads.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "protocols/most/most.hpp"
#include "tests/games/most_table.hpp"

using namespace arena;
using namespace arena::most;
using namespace arena::most::test;

namespace {

/// What a seat is sent of these events.
std::string told(const std::vector<Event>& happened, Seat seat) {
  std::string out;
  MostLines wire(seat);
  for (const Event& event : happened) {
    if (const auto seen = Most::view(event, seat)) wire.tell(*seen, out);
  }
  return out;
}

/// What a seat is sent when the actor of a state makes a move.
std::string told_of(State state, const char* text, Seat seat) {
  REQUIRE(refused(state, text).empty());
  std::vector<Event> happened;
  make_move(state, to_move(text), Events<Event>(happened));
  return told(happened, seat);
}

std::string question(const State& state) {
  std::string out;
  MostLines(state.actor).ask(Most::view(state, state.actor), out);
  return out;
}

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

TEST_CASE("a match and a deal begin with a line each, and hands stay hidden", "[most][wire]") {
  const Began began{3, 400};
  Dealt dealt{2, 1, {30, -5, 100}, {hand("7H 5S *"), hand("KD"), hand("2C")}, card("10H"), {}};
  dealt.deck.push_back(card("AS"));
  CHECK(told({began, dealt}, 0) == "start:3:0:400\ndeal:2:1:30 -5 100:5S 7H *:10H\n");
  CHECK(told({began, dealt}, 2) == "start:3:2:400\ndeal:2:1:30 -5 100:2C:10H\n");
}

TEST_CASE("a drawn card is told to its drawer alone", "[most][wire]") {
  State state = set_up({.hands = {"KD", "3S"}, .phase = Phase::get});
  CHECK(told_of(state, "draw", 0) == "draw:0:2S\n");
  CHECK(told_of(state, "draw", 1) == "draw:0\n");
  state.drawn = static_cast<std::uint8_t>(state.stock.size());
  CHECK(told_of(state, "draw", 0) == "draw:0:\n");
  CHECK(told_of(state, "draw", 1) == "draw:0\n");
}

TEST_CASE("a shuffle is told before the draw that it served", "[most][wire]") {
  State state = set_up({.hands = {"KD", "3S"}, .bridge = "5H 5S 5C", .phase = Phase::get});
  state.drawn = static_cast<std::uint8_t>(state.stock.size());
  CHECK(told_of(state, "draw", 1) == "shuffle:2\ndraw:0\n");
}

TEST_CASE("taking, melding, laying off, swapping and discarding are told to all alike",
          "[most][wire]") {
  const State taking =
      set_up({.hands = {"8H KC *", "2S"}, .bridge = "2D 7H QC", .phase = Phase::get});
  const State playing =
      set_up({.hands = {"5S 6S 7S 8S 9C *", "2S"}, .melds = {{1, "8C *9C 10C"}, {0, "7H 7D 7C"}}});
  for (const Seat seat : {0, 1}) {
    CHECK(told_of(taking, "take 7H = 7H 8H *9H", seat) == "take:0:7H QC:1:7H 8H *9H\n");
    CHECK(told_of(playing, "meld 5S 6S 7S", seat) == "meld:0:3:5S 6S 7S\n");
    CHECK(told_of(playing, "lay 2 7S", seat) == "lay:0:2:7S\n");
    CHECK(told_of(playing, "lay 1 *JC", seat) == "lay:0:1:*JC\n");
    CHECK(told_of(playing, "swap 1 9C", seat) == "swap:0:1:9C\n");
    CHECK(told_of(playing, "discard *", seat) == "discard:0:*\n");
  }
}

TEST_CASE("a question holds all that is needed for an answer", "[most][wire]") {
  State state = set_up({.hands = {"KD * 9C", "2S", "3S 4S"},
                        .bridge = "2D QH",
                        .melds = {{0, "QS KS AS *2S"}, {1, "7S 7C 7D"}},
                        .phase = Phase::get});
  state.totals = {15, -100, 0};
  CHECK(question(state) ==
        "turn:0:get:9C KD *:2D QH:1@0=QS KS AS *2S;2@1=7S 7C 7D:3 1 2:39:15 -100 0\n");
  state.phase = Phase::play;
  state.table = {};
  state.bridge = {};
  CHECK(question(state) == "turn:0:play:9C KD *:::3 1 2:39:15 -100 0\n");
}

TEST_CASE("a refusal is a line, and the question follows again", "[most][wire]") {
  const State state = set_up({.hands = {"KD", "2S"}});
  std::string out;
  MostLines wire(0);
  wire.ask(Most::view(state, 0), out);
  const std::string asked = out;
  wire.refuse("Keep a card to discard.", out);
  CHECK(out == asked + "error:Keep a card to discard.\n" + asked);
}

TEST_CASE("results and places end deals and matches", "[most][wire]") {
  State state = set_up({.hands = {"KD", "2S"}, .melds = {{0, "5S 6S 7S"}}});
  state.totals = {490, 20};
  CHECK(told_of(state, "discard KD", 1) == "discard:0:KD\nresult:15 -5:505 15\nover:1 2\n");
  state.totals = {0, 20};
  const std::string next = told_of(state, "discard KD", 1);
  CHECK(next.find("discard:0:KD\nresult:15 -5:15 15\ndeal:2:1:15 15:") == 0);
}

TEST_CASE("nothing is sent of a seat that has gone", "[most][wire]") {
  CHECK(told({Left{1}}, 0).empty());
  CHECK(GameModule::event(Left{1}).empty());
}

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
  const Fields fields = GameModule::fields(Most::view(state, 0));
  CHECK(fields.can_lay);
  CHECK(fields.laid == std::vector<int>{20, 0});
  CHECK(fields.melds.at(0).cards == std::vector<std::string>{"QS", "KS", "*AS"});
  CHECK(fields.possible == std::vector<std::string>{"lay 1 *2S", "lay 1 *JS", "discard 9C",
                                                    "discard KD", "discard *"});
}

TEST_CASE("events are told to programmes as moves, with what more they may know", "[most][json]") {
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
  CHECK(boost::json::serialize(GameModule::event(Shuffled{20, {}})) ==
        R"({"event":"shuffle","stock":20})");
  CHECK(boost::json::serialize(GameModule::event(Scored{{15, -5}, {20, 0}})) ==
        R"({"event":"result","points":[15,-5],"totals":[20,0]})");
}
