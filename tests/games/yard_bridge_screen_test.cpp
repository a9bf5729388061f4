// What a person at the terminal sees and types in yard bridge.
#include <string>
#include <string_view>

#include <catch2/catch.hpp>

#include "tests/games/desk.hpp"
#include "tests/games/yard_bridge_table.hpp"

using namespace arena;
using namespace arena::yard_bridge;
using test::Layout;
using Person = arena::yard_bridge::Screen;

static_assert(arena::Screen<Person>);

namespace {

class Desk : public screens::Desk<GameModule> {
 public:
  explicit Desk(const Layout& layout, ScreenStyle style = {})
      : screens::Desk<GameModule>(test::stacked({layout}), style) {}
  /// The explanation of a refused entry, without the prompt.
  std::string explained(std::string_view line) {
    const std::string shown = refused(line);
    return shown.substr(0, shown.rfind(" Your move?"));
  }
};

const Layout three{{"JC 7C 10D KS 9S", "9D AC QC 8D KD", "7H 7S 6H 10C AD"}, "8S 6C"};

}  // namespace

TEST_CASE("the table shows the players in the order of play, the pile and the hand",
          "[yard_bridge]") {
  Desk desk(three);
  CHECK(desk.told() ==
        "Yard bridge for 3 players, to 125 points. You are seat 0. Fewer points win.\n"
        "\nDeal 1: you deal and open with 9S.\n");
  desk.play({"done", "put 9D", "done", "take", "done"});
  CHECK(desk.told() == "Seat 1 puts 9D.\nSeat 2 takes a card.\n");
  CHECK(desk.board() ==
        "\n"
        "== Deal 1 ============================================ 20 cards in the stock ==\n"
        " Seat 1 #### 4 cards, 0 points\n"
        " Seat 2 ###### 6 cards, 0 points\n"
        " You    #### 4 cards, 0 points, dealt\n"
        " On top is 9D.\n"
        " Your hand: KS  7C  JC* 10D*\n"
        "            * can be put now\n"
        " Your move? 10d puts it, jc h orders hearts, t takes a card; ? for help\n");
}

TEST_CASE("who is hit is shown after the turn that did it", "[yard_bridge]") {
  Desk desk(three);
  desk.play({"done", "put 9D", "done", "put AD", "done"});
  CHECK(desk.told().ends_with("Seat 1 puts 9D.\nSeat 2 puts AD.\nYou lose a turn.\n"));
  desk.play({"put 8D", "done"});
  CHECK(desk.told() == "Seat 1 puts 8D.\nSeat 2 takes 2 cards.\nSeat 2 loses a turn.\n");
}

TEST_CASE("sevens, jacks and penalties in words", "[yard_bridge]") {
  Desk desk(Layout{{"JC 7C 10D KS 9S", "9D 7H QC 8D KD", "7D 7S 6H 10C AD"}, "8S 6C"});
  desk.told();
  desk.play({"done", "put 9D", "done", "put 7D", "put 7S", "done"});
  CHECK(desk.told() == "Seat 1 puts 9D.\nSeat 2 puts 7D, puts 7S.\nYou take 2 cards: 8S 6C.\n");
  desk.play({"put 7C"});
  CHECK(desk.board().find(" When you are done, seat 1 takes 1 card.\n") != std::string::npos);
  desk.play({"done"});
  CHECK(desk.told() == "Seat 1 takes a card.\n");
  desk.play({"put QC", "done", "take"});
  desk.forfeit();
  CHECK(desk.told() ==
        "Seat 1 puts QC.\nSeat 2 takes a card.\n"
        "Seat 2 has left. The arbiter plays on for it.\n");
  desk.play({"done", "put JC D", "done"});
  CHECK(desk.told() == "Seat 2 is done.\nYou put JC and order diamonds.\n");
}

TEST_CASE("a person types as little as possible", "[yard_bridge]") {
  Desk desk(three);
  desk.play({"done", "put 9D", "done", "take", "done"});
  for (const std::string_view line : {"10d", " 10D ", "put 10d", "10 d", "10\u2666"})
    CHECK(desk.move_of(line) == "put 10D");
  for (const std::string_view line : {"jc h", "jch", "JC H", "put jc h", "j\u2663 \u2665"})
    CHECK(desk.move_of(line) == "put JC H");
  CHECK(desk.move_of("t") == "take");
  CHECK(desk.move_of("Take") == "take");
  CHECK(desk.move_of("d") == "done");
  CHECK(desk.move_of("done") == "done");
}

TEST_CASE("wrong entries are explained", "[yard_bridge]") {
  Desk desk(three);
  desk.play({"done", "put 9D", "done", "take", "done"});
  CHECK(desk.explained("jc") == " A jack orders a suit: type jc s, jc c, jc h or jc d.\n");
  CHECK(desk.explained("10d h") == " Only a jack orders a suit: type 10d.\n");
  CHECK(desk.explained("ks") == " KS does not match 9D.\n");
  CHECK(desk.explained("as") == " AS is not in your hand.\n");
  CHECK(desk.explained("d") == " First put or take a card.\n");
  CHECK(desk.explained("2d") == desk.explained("hello"));
  CHECK(desk.explained("hello") ==
        " A move is a card such as 7d or 10h, a jack with a suit such as jh s, t or d.\n");
  CHECK(desk.explained("?").find("Eight") != std::string::npos);
  CHECK(desk.explained("") == desk.board().substr(0, desk.board().rfind(" Your move?")));
}

TEST_CASE("a match is introduced by how long it is", "[yard_bridge]") {
  const auto began = [](const Began& event) {
    std::string out;
    Person(5).tell(event, out);
    return out;
  };
  CHECK(began({2, 50, 0}) ==
        "Yard bridge for 2 players, to 50 points. You are seat 5. Fewer points win.\n");
  CHECK(began({3, 125, 2}) ==
        "Yard bridge for 3 players, 2 deals. You are seat 5. Fewer points win.\n");
  CHECK(began({6, 1000000000, 0}) ==
        "Yard bridge for 6 players, to 1000000000 points. You are seat 5. Fewer points\nwin.\n");
  CHECK(Person::help.find("125") == std::string_view::npos);
}

TEST_CASE("cards taken one after the other are counted", "[yard_bridge]") {
  const std::string stock = "7D 9C 8S QH";
  Desk own(Layout{{"9H KD 6S", "QD AC QC"}, stock});
  own.told();
  own.play({"take", "take", "take", "put 8S", "done", "take"});
  CHECK(own.told() ==
        "You take 3 cards: 7D 9C 8S, put 8S.\nSeat 1 takes 2 cards.\nSeat 1 loses a turn.\n");
  Desk other(Layout{{"QD AC QC", "9H KD 6S"}, stock, 1});
  other.told();
  other.play({"take", "take", "take", "put 8S", "done"});
  CHECK(other.told().starts_with("Seat 1 takes 3 cards, puts 8S.\n"));
}

TEST_CASE("a long turn is shown in lines that fit a terminal", "[yard_bridge]") {
  Desk desk(Layout{{"9H KD 6S", "QD AC QC"}, "7D 7C 7H 8D 8C 8H 9D 9C 10D 10C 10H QH KC KH AD JS"});
  desk.told();
  for (int card = 0; card < 16; ++card) desk.play({"take"});
  desk.play({"put JS S", "done"});
  CHECK(desk.told() ==
        "You take 16 cards: 7D 7C 7H 8D 8C 8H 9D 9C 10D 10C 10H QH KC KH AD JS, put JS\n"
        "and order spades.\n");
}

TEST_CASE("a six to cover is pointed out", "[yard_bridge]") {
  Desk desk(Layout{{"9H KD 6S", "QD AC QC"}});
  CHECK(desk.board().find(" 6S must be covered: take until you can.\n") != std::string::npos);
  CHECK(desk.board().find("Your move? t takes a card; ? for help") != std::string::npos);
}

TEST_CASE("several eights are announced as hits", "[yard_bridge]") {
  Desk desk(Layout{{"8H KD 8S", "QD AC QC"}});
  desk.play({"put 8H"});
  CHECK(desk.board().find(
            " When you are done, 2 hits go round the others: 2 cards and a lost turn each.\n") !=
        std::string::npos);
}

TEST_CASE("points, the exact target and places are shown", "[yard_bridge]") {
  std::string out;
  Person person(0);
  person.tell(Scored{{0, 25}, {10, 0}}, out);
  CHECK(out ==
        "The deal is over.\n You: 0 points, 10 in all\n"
        " Seat 1: 25 points, 0 in all, because exactly the target counts as 0\n");
  const auto over = [&person](const SeatNumbers& places) {
    std::string text;
    person.tell(Over{places}, text);
    return text;
  };
  CHECK(over({1, 2}) == "You win.\n");
  CHECK(over({1, 1, 3}) == "You share the first place.\n");
  CHECK(over({2, 1, 3}) == "You are number 2 of 3.\n");
}

TEST_CASE("cards are shown in red and with symbols where the terminal has them", "[yard_bridge]") {
  Desk desk(three, {.colour = true, .symbols = true});
  desk.play({"done", "put 9D", "done", "take", "done"});
  const std::string board = desk.board();
  CHECK(board.find("\x1b[1;31m9\u2666\x1b[0m") != std::string::npos);
  CHECK(board.find("\x1b[1mJ\u2663\x1b[0m*") != std::string::npos);
  CHECK(board.find("K\u2660") != std::string::npos);
}
