// LIN, and links to the viewer of Bridge Base Online.
#include <algorithm>
#include <string>

#include <catch2/catch.hpp>

#include "arena/util/text.hpp"
#include "games/bridge/lin.hpp"
#include "tests/games/bridge_table.hpp"

using namespace arena;
using namespace arena::bridge;
using namespace arena::bridge::test;

namespace {

/// The board after these moves. Underscores in alerts are blanks.
PlayedBoard board_after(const std::string& moves, const std::string& hands = uneven_deal) {
  Setup<Bridge> wanted = setup(Scoring::imp, {hands});
  wanted.deal.board = 7;
  wanted.deal.vulnerable = Vulnerable::all;
  CardTable table(wanted);
  for (std::string word : words(moves)) {
    std::ranges::replace(word, '_', ' ');
    const auto move = Bridge::read(word);
    REQUIRE(move);
    table.now.apply(table.actor(), *move, Events<Event>(table.news));
  }
  const std::vector<std::string> names = {"north", "east", "south", "west"};
  return boards_of(table.news, wanted.options, names).front();
}

const std::string head =
    "pn|south,west,north,east|st||md|3SA9876HA43DT53CJ8,SKJ4HQJ5DJ7CAQ976,S53H92DK42CKT5432,"
    "SQT2HKT876DAQ986C|rh||ah|Board 7|sv|b|";

}  // namespace

TEST_CASE("a board as LIN begins with South, and with its dealer as a number", "[bridge][lin]") {
  CHECK(write_lin(board_after("1D pass 2C X XX pass pass pass HJ H9 H7 H3 DJ")) ==
        head +
            "mb|1D|mb|p|mb|2C|mb|d|mb|r|mb|p|mb|p|mb|p|"
            "pg||pc|HJ|pc|H9|pc|H7|pc|H3|pg||pc|DJ|pg||");
  const std::string dealers = "SWNE";
  for (std::size_t i = 0; i < dealers.size(); ++i) {
    PlayedBoard board = board_after("");
    board.hands.first = static_cast<Seat>(seat_letters.find(dealers[i]));
    CHECK(write_lin(board).find("|md|" + std::to_string(i + 1) + "S") != std::string::npos);
  }
  const std::string vulnerable = "oneb";
  for (std::size_t i = 0; i < vulnerable.size(); ++i) {
    PlayedBoard board = board_after("");
    board.vulnerable = static_cast<Vulnerable>(i);
    CHECK(write_lin(board).find(std::string("|sv|") + vulnerable[i] + '|') != std::string::npos);
  }
}

TEST_CASE("LIN of boards without a play, and of a play that ended early", "[bridge][lin]") {
  CHECK(write_lin(board_after("pass pass pass pass")) == head + "mb|p|mb|p|mb|p|mb|p|pg||");
  CHECK(write_lin(board_after("1NT pass")) == head + "mb|1N|mb|p|pg||");
  PlayedBoard claimed = board_after("1D pass 2C pass pass pass HJ H9 H7 H3");
  claimed.won = 5;
  CHECK(write_lin(claimed).ends_with("pc|H3|pg||mc|5|"));
}

TEST_CASE("alerts and names keep what LIN can hold", "[bridge][lin]") {
  CHECK(write_lin(board_after("1D_alert:_5_cards,_or_a_|_bar pass_alert 2C pass pass pass"))
            .starts_with(head + "mb|1D!|an|5 cards, or a   bar|mb|p!|mb|2C|"));
  PlayedBoard board = board_after("pass");
  board.players = {"Jo, the \xc3\xbc|ber", "a b", "100% & #1+?=\"'", "line\nend\xff"};
  const std::string line = write_lin(board);
  CHECK(line.starts_with("pn|100% & #1+?=\"',line end\xef\xbf\xbd,Jo  the \xc3\xbc ber,a b|"));
  const std::string link = viewer_link(board);
  CHECK(
      link.starts_with("https://www.bridgebase.com/tools/handviewer.html?lin=pn%7C"
                       "100%25%20%26%20%231%2B%3F%3D%22%27,line%20end%EF%BF%BD,"
                       "Jo%20%20the%20%C3%BC%20ber,a%20b%7Cst%7C%7C"));
}
