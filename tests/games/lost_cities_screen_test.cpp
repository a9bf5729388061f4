// What a person at the terminal sees and types in Lost Cities: the board, the words, the help.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <catch2/catch.hpp>

#include "protocols/lost_cities/lost_cities.hpp"
#include "tests/games/desk.hpp"

namespace {

using namespace arena;
using namespace arena::lost_cities;
using Person = arena::lost_cities::Screen;

static_assert(arena::Screen<Person>);

constexpr std::size_t terminal_width = 80;
constexpr std::size_t terminal_height = 24;

/// Seat 0 holds InvD InvD 2D 5D 10D 3O 9M 7V, seat 1 InvJ 2J 3J 4J 10J 4O 8V 9V; the deck's first
/// cards are 6D 6O 6M.
Setup<LostCities> fixed_deal() {
  constexpr std::string_view deck =
      "InvD InvJ InvD 2J 2D 3J 5D 4J 10D 10J 3O 4O 9M 8V 7V 9V 6D 6O 6M "
      "InvD 3D 4D 7D 8D 9D InvO InvO InvO 2O 5O 7O 8O 9O 10O InvM InvM InvM 2M 3M 4M 5M 7M 8M 10M "
      "InvJ InvJ 5J 6J 7J 8J 9J InvV InvV InvV 2V 3V 4V 5V 6V 10V";
  Setup<LostCities> setup;
  std::istringstream words{std::string(deck)};
  for (std::string word; words >> word;) setup.deal.deck.push_back(*read_card(word));
  return setup;
}

class Desk : public screens::Desk<GameModule> {
 public:
  explicit Desk(ScreenStyle style = {}) : screens::Desk<GameModule>(fixed_deal(), style) {}
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string without_escapes(const std::string& text) {
  std::string plain;
  bool escaped = false;
  for (char c : text) {
    if (c == '\x1b') escaped = true;
    if (!escaped) plain += c;
    if (c == 'm') escaped = false;
  }
  return plain;
}

std::string board_of(const View& view, ScreenStyle style = {}) {
  std::string out;
  Person(0, style).ask(view, out);
  return out;
}

/// Bars stand under bars, and all of it fits a terminal beside the news of a turn.
void require_aligned(const std::string& board) {
  const auto lines = lines_of(board);
  CHECK(lines.size() + 5 <= terminal_height);
  for (const std::string& line : lines) {
    INFO(line);
    CHECK(line.size() < terminal_width);
    if (line.find('|') == std::string::npos) continue;
    std::vector<std::size_t> bars;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '|') bars.push_back(i);
    }
    CHECK(bars == std::vector<std::size_t>{15, 31, 47, 63});
  }
}

Cards whole_pack() {
  Cards all;
  for (int land = 0; land < land_count; ++land) {
    for (int copy = 0; copy < investments_per_land; ++copy) all.add(Card::investment(land));
    for (int number = 2; number <= 10; ++number) all.add(Card::numbered(land, number));
  }
  return all;
}

}  // namespace

TEST_CASE("a person sees the board of a fixed deal", "[lost_cities][screen]") {
  Desk table;
  table.play({"InvD", "n", "d4O", "n", "2D", "o", "10J", "n"});
  CHECK(table.board() ==
        R"(== Turn 5 ============================================= 41 cards in the deck ==
 Deserts (D)   | Oceans (O)    | Mountains (M) | Jungles (J)   | Volcanoes (V)
-- Opponent: -10 points -------+---------------+---------------+---------------
               |               |               |               |
               |               |               | 10            |
               |               |               | -10 points    |
-- Discards, [top card] -------+---------------+---------------+---------------
               |               |               |               |
               |               |               |               |
               |               |               |               |
-- You: -36 points ------------+---------------+---------------+---------------
               |               |               |               |
 i 2           |               |               |               |
 -36 points    |               |               |               |
-- Your hand, * can be played -+---------------+---------------+---------------
               |               |               |               |
 i 5* 6* 10*   | 3* 4*         | 9*            |               | 7*
---------------+---------------+---------------+---------------+---------------
 Your play? 5d plays, d5d discards; ? for help, q to quit
)");
}

TEST_CASE("the board before a draw names what can be drawn", "[lost_cities][screen]") {
  Desk table;
  table.play({"d3O", "n", "d8V", "n", "dInvD"});
  const std::string board = table.board();
  CHECK(board.find("-- Discards, [top card], (just discarded) --") != std::string::npos);
  CHECK(board.find("\n (i)           | [3]           |               |               | [8]\n") !=
        std::string::npos);
  CHECK(lines_of(board).back() == " Your draw? n: deck, o: 3, v: 8; ? for help, q to quit");
}

TEST_CASE("events are shown in words, one line each", "[lost_cities][screen]") {
  Desk table;
  CHECK(table.told() == "The cards are dealt. You begin.\n");
  table.play({"InvD", "n", "d4O", "n", "d9M", "o", "8V", "m"});
  CHECK(table.told() ==
        "You play the investment of Deserts.\n"
        "From the deck you draw the 6 of Deserts.\n"
        "Your opponent discards the 4 of Oceans.\n"
        "Your opponent draws a card from the deck.\n"
        "You discard the 9 of Mountains.\n"
        "You pick up the 4 of Oceans.\n"
        "Your opponent plays the 8 of Volcanoes.\n"
        "Your opponent picks up the 9 of Mountains.\n");
}

TEST_CASE("the end shows the expeditions, both scores and the winner", "[lost_cities][screen]") {
  std::string told;
  Person person(1);
  for (Card card : {Card::investment(0), Card::numbered(0, 9)}) person.tell(Played{0, card}, told);
  for (int number = 2; number <= 10; ++number) {
    person.tell(Played{1, Card::numbered(4, number)}, told);
  }
  told.clear();

  person.tell(Ended{{-22, 54}, {}}, told);
  CHECK(told == R"(== Game over =================================================== Lost Cities ==
 Deserts (D)   | Oceans (O)    | Mountains (M) | Jungles (J)   | Volcanoes (V)
-- Opponent: -22 points -------+---------------+---------------+---------------
               |               |               |               |
 i 9           |               |               |               |
 -22 points    |               |               |               |
-- You: 54 points -------------+---------------+---------------+---------------
               |               |               |               | 2 3 4 5 6 7 8
               |               |               |               | 9 10
               |               |               |               | 54 points
---------------+---------------+---------------+---------------+---------------
You have 54 points, your opponent -22.
You win.
)");
  told.clear();
  person.tell(Ended{{60, 54}, {}}, told);
  CHECK(lines_of(told).back() == "Your opponent wins.");
  person.tell(Ended{{54, 54}, {}}, told);
  CHECK(lines_of(told).back() == "The game is a draw.");
}

TEST_CASE("a forfeit names the winner, whatever the scores", "[lost_cities][screen]") {
  Desk table;
  table.play({"InvD", "n"});
  table.forfeit();
  const auto lines = lines_of(table.told());
  CHECK(lines[lines.size() - 2] == "You have -40 points, your opponent 0.");
  CHECK(lines.back() == "Your opponent forfeits: you win, whatever the scores.");
}

TEST_CASE("a new deal starts a new board", "[lost_cities][screen]") {
  std::string told;
  Person person(0);
  person.tell(Played{0, Card::numbered(0, 9)}, told);
  person.tell(Dealt{{}, 1}, told);
  CHECK(lines_of(told).back() == "The cards are dealt. Your opponent begins.");
  told.clear();
  person.tell(Ended{{0, 0}, {}}, told);
  CHECK(told.find("\n-- You: 0 points ") != std::string::npos);
}

TEST_CASE("colour is for terminals that show it, and is never the only sign",
          "[lost_cities][screen]") {
  Desk plain;
  Desk coloured(ScreenStyle{.colour = true});
  for (Desk* table : {&plain, &coloured}) table->play({"InvD", "n", "d4O", "n", "dInvD"});
  const std::string board = coloured.board();
  CHECK(plain.board().find('\x1b') == std::string::npos);
  CHECK(board.find('\x1b') != std::string::npos);
  CHECK(without_escapes(board) == plain.board());

  CHECK(without_escapes(coloured.refused("?")) == plain.refused("?"));
  for (Desk* table : {&plain, &coloured}) table->forfeit();
  const std::string told = plain.told();
  CHECK(told.find('\x1b') == std::string::npos);
  CHECK(without_escapes(coloured.told()) == told);
}

TEST_CASE("the columns hold the longest expeditions, piles and hands", "[lost_cities][screen]") {
  View view;
  view.turn = 400;
  view.deck_left = 44;
  view.own = whole_pack();
  view.opponent = whole_pack();
  view.own_open = ~std::uint64_t{0};
  for (int land = 0; land < land_count; ++land) {
    Pile& pile = view.discards[static_cast<std::size_t>(land)];
    for (int number = 10; number >= 2; --number) pile.push_back(Card::numbered(land, number));
    for (int copy = 0; copy < investments_per_land; ++copy) pile.push_back(Card::investment(land));
    view.piles |= 1U << static_cast<unsigned>(land);
  }
  for (int number = 3; number <= 10; ++number) view.hand.add(Card::numbered(2, number));
  const std::string board = board_of(view);
  require_aligned(board);
  CHECK(board.find("\n i i i 2 3 4 5 | i i i 2 3 4 5 |") != std::string::npos);
  CHECK(board.find("\n 6 7 8 9 10    | 6 7 8 9 10    |") != std::string::npos);
  CHECK(board.find("\n 156 points    | 156 points    |") != std::string::npos);
  CHECK(board.find("\n 10 9 8 7 6 5  | 10 9 8 7 6 5  |") != std::string::npos);
  CHECK(board.find("\n 4 3 2 i i [i] | 4 3 2 i i [i] |") != std::string::npos);
  CHECK(board.find("|               | 3* 4* 5* 6*   |") != std::string::npos);
  CHECK(board.find("|               | 7* 8* 9* 10*  |") != std::string::npos);

  view.phase = Phase::draw;
  for (Pile& pile : view.discards) {
    const int land = pile.back().land();
    pile.pop_back();
    pile.push_back(Card::numbered(land, 10));
  }
  view.closed_pile = 4;
  require_aligned(board_of(view));
}

TEST_CASE("what a person may type for a move", "[lost_cities][screen]") {
  Desk table;
  const auto reads = [&table](std::string_view line, std::string_view move) {
    INFO(line);
    CHECK(table.move_of(line) == move);
  };
  for (std::string_view line : {"5d", "5D", " 5 d ", "5d\r"}) reads(line, "5D");
  for (std::string_view line : {"id", "ID", "InvD", "invd", "Inv D"}) reads(line, "InvD");
  for (std::string_view line : {"did", "dInvD", "d i d", "D InvD"}) reads(line, "dInvD");
  for (std::string_view line : {"d10d", "D 10 D"}) reads(line, "d10D");
  table.play({"d3O"});
  for (std::string_view line : {"n", " N ", "deck", "Deck"}) reads(line, "n");
}

TEST_CASE("a refused play is explained", "[lost_cities][screen]") {
  Desk table;
  table.play({"5D", "n", "d4O", "n"});
  const std::string prompt = " Your play? 6d plays, d6d discards; ? for help, q to quit\n";
  CHECK(table.refused("2d") ==
        " The 2 of Deserts comes too late: your expedition is at 5.\n"
        " These fit now: 6d, 10d, 3o, 9m, 7v. To discard it, type d2d.\n" +
            prompt);
  CHECK(table.refused("id").find("The investment of Deserts comes too late") != std::string::npos);
  CHECK(table.refused("9d") ==
        " You have no 9 of Deserts. In Deserts you hold: id, 2d, 6d, 10d.\n" + prompt);
  CHECK(table.refused("dij") ==
        " You have no investment of Jungles. In Jungles you hold no card.\n" + prompt);
  CHECK(table.refused("n") == " First play or discard a card; then you draw.\n" + prompt);
  CHECK(table.refused("d5").starts_with(" Which land? Add its letter: d Deserts"));
  for (std::string_view line : {"5x", "15d", "1d", "05d", "-5d", "play 5d", "Inv\x1b[2J", "!"}) {
    CHECK(table.refused(line).starts_with(" A play is a value (2 to 10, or i for an investment)"));
  }
}

TEST_CASE("a refused draw is explained", "[lost_cities][screen]") {
  Desk table;
  table.play({"d3O", "n", "d8V", "n", "dInvD"});
  const std::string prompt = " Your draw? n: deck, o: 3, v: 8; ? for help, q to quit\n";
  CHECK(table.refused("m") == " There are no discards of Mountains.\n" + prompt);
  CHECK(table.refused("d") ==
        " You have just discarded that card: you may not take it back in the same turn.\n" +
            prompt);
  CHECK(table.refused("5d") == " You have played in this turn; now draw a card.\n" + prompt);
  CHECK(table.refused("x") ==
        " A draw is n for the deck, or the letter of a land's discards: d o m j v.\n" + prompt);
}

TEST_CASE("help, the way out and the board can be asked for at any time", "[lost_cities][screen]") {
  Desk table;
  for (std::string_view next : {"5D", "n"}) {
    const std::string prompt = lines_of(table.board()).back();
    for (std::string_view line : {"?", "help", "Help", "h"}) {
      const auto lines = lines_of(table.refused(line));
      CHECK(lines.front() == " A turn is one play, then one draw.");
      CHECK(lines.back() == prompt);
      CHECK(lines.size() < terminal_height);
    }
    for (std::string_view line : {"q", " Q ", "quit", "exit"}) CHECK(Person::leaves(line));
    for (std::string_view line : {"?", "", "qd", "5d", "d"}) CHECK_FALSE(Person::leaves(line));
    for (std::string_view line : {"", "  ", "b"}) CHECK(table.refused(line) == table.board());
    table.play({next});
  }
}

TEST_CASE("a refusal itself keeps the wire's reason, so that records replay",
          "[lost_cities][screen]") {
  Desk table;
  CHECK(std::get<Refusal>(table.read("?")).text() == "Invalid play.");
  CHECK(std::get<Refusal>(table.read("n")).text() == "Invalid play.");
  CHECK(std::get<Move>(table.read("9j")) == Move::play(Card::numbered(3, 9)));
  table.play({"5D"});
  CHECK(std::get<Refusal>(table.read("")).text() == "Invalid draw.");
}
