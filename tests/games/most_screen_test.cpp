// What a person sees and types in Most.
#include <string>

#include <catch2/catch.hpp>

#include "protocols/most/board.hpp"
#include "protocols/most/most.hpp"
#include "tests/games/most_table.hpp"

using namespace arena;
using namespace arena::most;
using Board = most::Screen;
using namespace arena::most::test;

namespace {

/// The canonical move that a typed line means, or what the person reads.
std::string typed(const State& state, std::string_view line) {
  const auto read = read_typed(Most::view(state, state.actor), line);
  if (const auto* wrong = std::get_if<std::string>(&read)) return *wrong;
  return Most::write(std::get<Move>(read));
}

std::string board(const State& state, ScreenStyle style = {}) {
  std::string out;
  Board(state.actor, style).ask(Most::view(state, state.actor), out);
  return out;
}

const State& playing() {
  static const State state = set_up({.hands = {"5S 6S 7S 7H 9C KD *", "2S 3S"},
                                     .bridge = "2D QH",
                                     .melds = {{1, "8C *9C 10C"}, {0, "QS KS AS"}}});
  return state;
}

const State& getting() {
  static const State state =
      set_up({.hands = {"8H 9H 7S KC", "2S 3S"}, .bridge = "2D 7D 7H QC", .phase = Phase::get});
  return state;
}

}  // namespace

TEST_CASE("the table shows who has what, and what is possible", "[most][screen]") {
  CHECK(board(playing()) ==
        "== Deal 1 =========================================== 37 cards in the stock ==\n"
        " you     0 points, 35 laid in this deal, 7 cards in hand, dealer\n"
        " seat 1  0 points, 15 laid in this deal, 2 cards in hand\n"
        " Melds\n"
        "   1  seat 1  8C *9C 10C\n"
        "   2  you     QS KS AS\n"
        " Bridge\n"
        "   1:2D 2:QH\n"
        " Your hand\n"
        "   5S 6S 7S  9C  7H  KD *\n"
        " Possible, and more\n"
        "   1  meld 5S 6S 7S\n"
        "   2  meld *4S 5S 6S 7S\n"
        "   3  meld 5S 6S 7S *8S\n"
        "   4  meld *4S 5S 6S\n"
        "   5  meld 6S 7S *8S\n"
        "   6  meld 7S 7H *7D\n"
        "   7  meld 7S *7C 7H\n"
        "   8  swap 9C for the joker of meld 1\n"
        "   9  lay *7C to meld 1\n"
        " Your play? m meld, l lay off, s swap, d discard; ? for help\n");
}

TEST_CASE("suits are symbols and colours where the terminal has them", "[most][screen]") {
  const std::string shown = board(playing(), {.colour = true, .symbols = true});
  CHECK(shown.find("\x1b[1;31m7\u2665\x1b[0m") != std::string::npos);
  CHECK(shown.find("7\u2660") != std::string::npos);
}

TEST_CASE("short forms are understood, and canonical text, too", "[most][screen]") {
  CHECK(typed(getting(), "d") == "draw");
  CHECK(typed(getting(), "draw") == "draw");
  CHECK(typed(playing(), "d kd") == "discard KD");
  CHECK(typed(playing(), "x KD") == "discard KD");
  CHECK(typed(playing(), "discard *") == "discard *");
  CHECK(typed(playing(), "d 7\u2660") == "discard 7S");
  CHECK(typed(playing(), "m 7\u2660 7\u2665 *7\u2666") == "meld 7S 7H *7D");
  CHECK(typed(playing(), "s 9c") == "swap 1 9C");
  CHECK(typed(playing(), "swap 1 9C") == "swap 1 9C");
  CHECK(typed(playing(), "l *js") == "lay 2 *JS");
  CHECK(typed(playing(), "lay 2 *JS") == "lay 2 *JS");
  CHECK(typed(playing(), "m 7s 5s 6s") == "meld 5S 6S 7S");
  CHECK(typed(playing(), "meld 5S 6S *7S") == "meld 5S 6S *7S");
  CHECK(typed(getting(), "take 7H = 7H 8H 9H") == "take 7H = 7H 8H 9H");
}

TEST_CASE("a joker needs a name only where it could be several cards", "[most][screen]") {
  CHECK(typed(playing(), "m 5s * 7s") == "meld 5S *6S 7S");
  CHECK(typed(playing(), "m 5s 6s *") == "Which of these: *4S 5S 6S, or 5S 6S *7S?");
  CHECK(typed(playing(), "m 5s kd *") == "These cards make no meld.");
}

TEST_CASE("the bridge is taken by place or card, with the meld left out if there is but one",
          "[most][screen]") {
  CHECK(typed(getting(), "t 3") == "take 7H = 7H 8H 9H");
  CHECK(typed(getting(), "t 7h 9h 8h 7h") == "take 7H = 7H 8H 9H");
  CHECK(typed(getting(), "t 4") == "You have no meld with QC.");
  CHECK(typed(getting(), "t 5") == "The bridge has 4 places.");
  const State jokers =
      set_up({.hands = {"7H 9H KC", "2S"}, .bridge = "2D * 3D *", .phase = Phase::get});
  CHECK(typed(jokers, "t 4") == "With two jokers you take the first: t 2.");
  CHECK(typed(jokers, "t 2 7h * 9h") == "take * = 7H *8H 9H");
  CHECK(typed(getting(), "t").find("Name the first card to take") == 0);
}

TEST_CASE("what is listed as possible is played by its number", "[most][screen]") {
  const auto moves = suggestions(Most::view(playing(), 0));
  REQUIRE(moves.size() > 1);
  CHECK(typed(playing(), "2") == Most::write(moves[1]));
  CHECK(typed(playing(), "0") == "No suggestion has the number 0.");
  CHECK(typed(getting(), "1") == "take 7D = 7S 7H 7D");
}

TEST_CASE("a wrong entry is explained, and costs nothing", "[most][screen]") {
  CHECK(typed(getting(), "hello") == "First get a card: d draws, t takes from the bridge.");
  CHECK(typed(playing(), "d") == "Name the card to discard: d qd.");
  CHECK(typed(playing(), "discard") == "Name the card to discard: d qd.");
  CHECK(typed(playing(), "d kx").find("\"kx\" is no card") == 0);
  CHECK(typed(playing(), "l kd") == "No meld takes KD.");
  CHECK(typed(playing(), "s kd") == "No joker stands for KD.");
  Board screen(0);
  const auto reading = screen.read(Most::view(playing(), 0), "d 9c");
  REQUIRE(std::holds_alternative<Move>(reading));
  std::string out;
  screen.refuse(Most::check(Most::view(playing(), 0), std::get<Move>(reading)), out);
  CHECK(out.find(" A joker stands for 9C in meld 1. Swap it: swap 1 9C.\n Your play?") == 0);
}

TEST_CASE("draw only draws, discard only discards, and all verbs have their phase",
          "[most][screen]") {
  const std::string first = "First get a card: d draws, t takes from the bridge.";
  for (const char* line : {"discard", "x", "x 8h", "d 8h", "draw 8h", "m 7s 8h 9h", "l 9d", "s 9c"})
    CHECK(typed(getting(), line) == first);
  for (const char* line : {"draw", "draw kd", "t 1", "take 2D = 2D 3D 4D"})
    CHECK(typed(playing(), line) == "You have got a card already.");
}

TEST_CASE("a joker that no player holds is not called used up", "[most][screen]") {
  const State state = set_up({.hands = {"5S KD", "2S"}});
  Board screen(0);
  const auto reading = screen.read(Most::view(state, 0), "d *");
  std::string out;
  screen.refuse(Most::check(Most::view(state, 0), std::get<Move>(reading)), out);
  CHECK(out ==
        " You have no joker. Legal: discard 5S, discard KD.\n"
        " Your play? only a discard is possible: d and the card; ? for help\n");
}

TEST_CASE("the prompt tells what is possible, and no more", "[most][screen]") {
  const auto prompt = [](const State& state) {
    std::string out;
    Board(0).prompt(Most::view(state, 0), out);
    return out;
  };
  const State plain = set_up({.hands = {"5S KD", "2S"}});
  CHECK(prompt(plain) == " Your play? only a discard is possible: d and the card; ? for help\n");
  CHECK(typed(plain, "1") == "You can only discard.");
  const State melding = set_up({.hands = {"5S 6S 7S KD", "2S"}});
  CHECK(prompt(melding) == " Your play? m meld, d discard; ? for help\n");
  const State stuck = set_up({.hands = {"9C", "2S"}, .melds = {{1, "8C *9C 10C"}}});
  CHECK(prompt(stuck) == " Your play? s swap, before you can discard; ? for help\n");
  CHECK(prompt(getting()) ==
        " Your turn? d draws, t and a number takes the bridge from there on; ? for help\n");
  const State poor = set_up({.hands = {"5S KD", "2S"}, .phase = Phase::get});
  CHECK(prompt(poor) == " Your turn? d draws (no card of the bridge can be melded); ? for help\n");
  CHECK(typed(poor, "1") == "You can only draw: d.");
}

TEST_CASE("help says that nothing can be taken back", "[most][screen]") {
  CHECK(Board::help.find("cannot take back") != std::string_view::npos);
  for (std::size_t from = 0; from < Board::help.size();) {
    const std::size_t end = std::min(Board::help.find('\n', from), Board::help.size());
    CHECK(end - from <= 80);
    from = end + 1;
  }
}

TEST_CASE("what happens is said in words", "[most][screen]") {
  std::string out;
  Board screen(0);
  screen.tell(Drew{0, card("9C")}, out);
  screen.tell(Drew{1, {}, false}, out);
  screen.tell(
      Took{1, {card("7H"), card("QC")}, 1, std::get<NewMeld>(to_move("meld 7H 8H *9H")).meld}, out);
  screen.tell(Discarded{1, joker}, out);
  CHECK(out ==
        "You draw 9C.\nSeat 1 draws a card.\n"
        "Seat 1 takes 7H QC from the bridge\n  and melds 7H 8H *9H.\nSeat 1 discards *.\n");
}

TEST_CASE("who has gone, and who has won, is said", "[most][screen]") {
  const auto said = [](const Event& event) {
    std::string out;
    Board(0).tell(event, out);
    return out;
  };
  CHECK(said(Began{3, 500, 0}) == "Most for 3 players, to 500 points. You are seat 0.\n");
  CHECK(said(Began{2, 500, 2}) == "Most for 2 players, 2 deals. You are seat 0.\n");
  CHECK(said(Left{1}) == "Seat 1 has left. The arbiter plays on.\n");
  CHECK(said(Ended{{1, 2}}) == "The match is over. You win.\n");
  CHECK(said(Ended{{1, 1}}) == "The match is over. You share the first place.\n");
  CHECK(said(Ended{{2, 1}}) == "The match is over. You are number 2.\n");
}
