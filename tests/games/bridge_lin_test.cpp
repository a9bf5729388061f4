// LIN, and links to the viewer of Bridge Base Online: written and read.
#include <algorithm>
#include <string>

#include <catch2/catch.hpp>

#include "arena/util/text/percent.hpp"
#include "arena/util/text/text.hpp"
#include "games/bridge/files/board_file.hpp"
#include "games/bridge/files/lin.hpp"
#include "tests/games/bridge_pbn.hpp"
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
                       "100%25%20%26%20%231%2B%3F%3D%22%27%2Cline%20end%EF%BF%BD%2C"
                       "Jo%20%20the%20%C3%BC%20ber%2Ca%20b%7Cst%7C%7C"));
}

namespace {

const std::string deal = "md|3SA9876HA43DT53CJ8,SKJ4HQJ5DJ7CAQ976,S53H92DK42CKT5432,|";

/// "number room players by seat: calls / cards / result; ..." of all boards, then the problems.
std::string told(const std::string& file) {
  const BoardFile read = read_boards(file);
  std::string text = joined(read.boards, "; ", [](const PlayedBoard& board) {
    return std::to_string(board.board) + ' ' + board.room + ' ' + joined(board.players, ",") +
           ": " + calls_of(board) + " / " + cards_of(board) + " / " +
           (board.won ? std::to_string(*board.won) : "");
  });
  for (const FileProblem& problem : read.problems)
    text += " ! " + std::to_string(problem.line) + ": " + problem.text;
  return text;
}

}  // namespace

TEST_CASE("a board is written as LIN and as a link, and read again", "[bridge][lin]") {
  for (const char* moves : {"1D pass 2C X XX pass pass pass HJ H9 H7 H3 DJ", "pass pass pass pass",
                            "1NT pass", "1D_alert:_5_cards pass_alert 2C pass pass pass", ""}) {
    const PlayedBoard board = board_after(moves);
    for (const std::string& text : {write_lin(board), viewer_link(board)}) {
      const PlayedBoard read = board_of(text);
      CHECK(write_lin(read) == write_lin(board));
      CHECK(calls_of(read) == calls_of(board));
      CHECK(read.tricks.cards == board.tricks.cards);
      CHECK(read.contract == board.contract);
      CHECK(read.players == board.players);
    }
  }
}

TEST_CASE("LIN: names, rooms and titles", "[bridge][lin]") {
  const std::string pass = "mb|p|mb|p|mb|p|mb|p|";
  const std::string out = ": pass pass pass pass /  / ";
  CHECK(told("pn|s,w,n,e|" + deal + pass) == "0  n,e,s,w" + out);
  CHECK(told("pn|s,w,n,e,S,W,N,E|qx|o1|" + deal + pass + "qx|c1|" + pass) ==
        "1 Open n,e,s,w" + out + "; 1 Closed N,E,S,W" + out);
  // Four names are those of the room.
  CHECK(told("qx|c1|pn|s,w,n,e|" + deal + pass) == "1 Closed n,e,s,w" + out);
  // The names of a board are not those of the board before it.
  CHECK(told(deal + "pn|a,b,c,d|" + pass + "pn|e,f,g,h|" + deal + pass) ==
        "0  c,d,a,b" + out + "; 0  g,h,e,f" + out);
  const PlayedBoard board = board_of("vg|Cup,Final,I,1,16,Oslo,0,Lima,0|qx|o5,BOARD 5|" + deal);
  CHECK(board.event == "Cup, Final");
  CHECK(board.scoring == "IMP");
  CHECK(board.board == 5);
  CHECK(board_of("ah|Board 17 of 32|qx|o1|" + deal).board == 17);
}

TEST_CASE("LIN: dealer and vulnerability that a file leaves out are the board's", "[bridge][lin]") {
  const std::string hands = deal.substr(4);
  const PlayedBoard board = board_of("ah|Board 7|md|" + hands);
  CHECK(board.dealer() == 2);
  CHECK(board.vulnerable == Vulnerable::all);
  CHECK(board_of("ah|Board 7|md|0" + hands).dealer() == 2);
  CHECK(board_of("ah|Board 7|md|4" + hands + "sv|0|").dealer() == 1);
  CHECK(board_of("ah|Board 7|md|4" + hands + "sv|0|").vulnerable == Vulnerable::none);
  CHECK(problem_of("md|" + hands) ==
        "1: md must begin with the dealer, 1 to 4 for S, W, N and E, not "
        "\"SA9876HA43DT53CJ8\".");
}

TEST_CASE("LIN: calls, alerts and claims", "[bridge][lin]") {
  const auto of = [](const std::string& moves) {
    const std::string text = told("qx|o1|" + deal + moves);
    return text.substr(text.find(": ") + 2);
  };
  CHECK(of("mb|1S|mb|d|mb|R|mb|2c!|an|both, \xe2\x99\xa6|") ==
        "1S X XX 2C alert: both, \xe2\x99\xa6 /  / ");
  CHECK(of("mb|1S!p2Np3N(p)pp|mc|9|") == "1S alert pass 2NT pass 3NT pass pass pass /  / 9");
  CHECK(of("mb|-1N-|an|!|") == "pass 1NT pass alert /  / ");
  CHECK(of("mb|1S|mb|p|mb|4S|mc|10|") == "1S pass 4S pass pass pass /  / 10");
  // House rule: no result.
  CHECK(of("mb|1Nppp|mc|0|") == "1NT pass pass pass /  / ");
  CHECK(of("mb|1Nppp|pc|HT|mc|0|") == "1NT pass pass pass / HT / 0");
  CHECK(of("mb|1Nppp" + std::string(100'000, 'p') + "|") == "1NT pass pass pass /  / ");
  CHECK(of("mb|1N|an|15-17|mb|p|mb|?|") == "1NT alert: 15-17 pass /  / ");
  CHECK(of("mb|1N|mb|AP|mb|p|mc||") == "1NT pass pass pass /  / ");
  // The last passes are often left out before the play.
  CHECK(of("mb|1N|pc|HT|pc|h3|mc|7|") == "1NT pass pass pass / HT H3 / 7");
  CHECK(of("mb|1N|mb|ap|pc|HT H3 H5,h2|mc|7|") == "1NT pass pass pass / HT H3 H5 H2 / 7");
  CHECK(of("up|1|mb|1N|up|1|mb|p|") == "1NT pass /  / ");
  CHECK(
      of("mb|1Nppp|pc|HTH3|up|1|pc|H4|mc|7|") ==
      "1NT pass pass pass / HT H3 / 7 ! 1: Cards are taken back: the play is left out from here.");
  CHECK(of("pc|HT|") == " /  /  ! 1: The auction is not known, so the play is left out.");
  CHECK(of("mb|1N|mb|8N|mb|p|\npc|HT|") == " /  /  ! 1: \"8N\" is no call.");
  CHECK(of("mb|1Nppp|pc|HTH3Hx|\npc|S2|") ==
        "1NT pass pass pass / HT H3 /  ! 1: \"HTH3Hx\" is no card.");
}

TEST_CASE("LIN: a title, a vulnerability or names that come again or late end no board",
          "[bridge][lin]") {
  const std::string pass = "mb|p|mb|p|mb|p|mb|p|";
  const std::string out = "n,e,s,w: pass pass pass pass /  / ";
  const std::string names = "pn|s,w,n,e|";
  CHECK(told("qx|B01|" + names + deal + "ah|Board 1|ah|Inference|" + pass) == "1  " + out);
  const std::string fred = names + deal + "ah|Board 1|ah|Think 2011|sv|b|" + pass;
  CHECK(told(fred) == "1  " + out);
  CHECK(board_of(fred).vulnerable == Vulnerable::all);
  const std::string late =
      "qx|o2,wide|ah|Board 2|" + deal + names + "mb|1Nppp|sv|e|sk|s|pg||pc|HT|";
  CHECK(told(late) == "2 Open n,e,s,w: 1NT pass pass pass / HT / ");
  CHECK(board_of(late).vulnerable == Vulnerable::EW);
  CHECK(board_of(names + deal + pass + "sv|b|ah|Board 9|").board == 9);
  // Names before the first room are those of all boards.
  CHECK(told("pw|a,b,c,d|qx|o2|" + names + deal + pass) == "2 Open " + out);
  CHECK(told(names + deal + "pn|a,b,c,d|" + deal) == "0  n,e,s,w:  /  / ; 0  c,d,a,b:  /  / ");
  // The next match of a joined file; a room with its own vulnerability; cards that a lesson moves.
  const BoardFile read = read_boards("vg|A,1|qx|o1|" + deal + "sv|o|" + pass + "qx|c1|sv|b|" +
                                     pass + "vg|B,2|qx|o1|" + deal + pass + "md|0,s2,,c9|");
  CHECK(read.problems.empty());
  REQUIRE(read.boards.size() == 3);
  CHECK(read.boards[1].event == "A, 1");
  CHECK(read.boards[1].vulnerable == Vulnerable::all);
  CHECK(read.boards[2].event == "B, 2");
  CHECK(told("qx|Intro|" + deal + pass) == "0  ,,,: pass pass pass pass /  / ");
  CHECK(told("qx|C1|" + deal + pass) == "1 Closed ,,,: pass pass pass pass /  / ");
}

TEST_CASE("LIN: bars that are missing, and texts between the lines", "[bridge][lin]") {
  const std::string pass = "mb|p|mb|p|mb|p|mb|p|";
  const std::string out = ": pass pass pass pass /  / ";
  const std::string one = "pn|s,w,n,e|" + deal + "mb|p|mb|p|mb|p|mb|p\n";
  CHECK(told(one + "qx|c5|pn|a,b,c,d|" + deal + pass) ==
        "0  n,e,s,w" + out + "; 5 Closed c,d,a,b" + out);
  CHECK(told("cr|164|cb|1255|   Neon Green 1\n" + deal + pass) == "0  ,,," + out);
  CHECK(told(deal + "mb|1Nppp|pg|| now the play\npc|HT|") == "0  ,,,: 1NT pass pass pass / HT / ");
  CHECK(told("st||m\nd|" + deal.substr(3) + "m\nb|p|mb|p|\nmb|p|mb|p|") == "0  ,,," + out);
  CHECK(told("-----\n%\nbh!Play, EXAMPLE\n%\nsv|n|" + deal + pass) == "0  ,,," + out);
}

TEST_CASE("links to viewers", "[bridge][lin]") {
  const std::string lin = "pn|s,w,n,e|" + deal + "ah|Board 3|sv|n|mb|1N|an|15 - 17|";
  const std::string read = "3  n,e,s,w: 1NT alert: 15 - 17 /  / ";
  const std::string link = "https://x.example/handviewer.html?lin=";
  CHECK(told(link + percent_encoded(lin)) == read);
  CHECK(told(link + lin) == read);
  CHECK(told(link + lin + "&v=3") == read);
  CHECK(told("Look at this:\n<a href=\"" + link.substr(0, link.size() - 4) +
             "bbo=y&amp;lin=" + percent_encoded(lin) + "\">") == read);
  CHECK(told("open " + link + percent_encoded(lin) + " closed " + link + lin) ==
        read + "; " + read);
  CHECK(told(link + lin.substr(0, lin.size() - 1) + "\n" + link + lin) ==
        "3  n,e,s,w: 1NT /  / ; " + read);
}

TEST_CASE("LIN: other tags are skipped, and a bar in a comment costs a warning", "[bridge][lin]") {
  const std::string pass = "mb|p|mb|p|mb|p|mb|p|";
  const std::string out = "0  ,,,: pass pass pass pass /  / ";
  CHECK(told("% comment | with | bars\nst||zz|x|3b|2|" + deal + "nt|[Deal \"x\"] {|" + pass) ==
        out);
  CHECK(told(deal + "\nnt|a | b|\n" + pass) == out + " ! 2: \"b\" is no tag of LIN.");
  CHECK(told(deal + "\nnt|a | of|" + pass) == out + " ! 2: \"of\" is no tag of LIN.");
  CHECK(told("nt|no board|pg||").empty());
  CHECK(told("nt||mb|p|") == " ! 1: This board has no deal (md).");
}

TEST_CASE("what is LIN, and what is PBN", "[bridge][lin][pbn]") {
  const auto kind = [](std::string_view text) {
    for (const FileKind& one : board_file_kinds()) {
      if (one.begins_as(text)) return one.name;
    }
    return std::string_view("-");
  };
  const std::vector<std::string> lins = {deal,
                                         "\n% comment\nvg|x|",
                                         " pn|a,b,c,d|",
                                         "http://x/handviewer.html?lin=md%7C",
                                         "zz||" + deal,
                                         "ST||",
                                         "fh|130|ff|1Arial|\nbt||\nqx|Intro|\nMD|3S|",
                                         "-----\n%\npn|a,b,c,d|\n" + deal,
                                         "see http://x/?bbo=y&lin=md%7C"};
  for (const std::string& lin : lins) CHECK(kind(lin) == "LIN");
  for (const char* pbn :
       {"% PBN 2.1\n", "% a\n\n[Event \"x\"]", "; a\n [ Board \"1\"]", "words\n[Site\"\"]"})
    CHECK(kind(pbn) == "PBN");
  for (const char* other :
       {"", "name|points\nx|1\n", "[[entrant]]\nname = \"x\"\n", "[\n\"a\"]", "a page\n",
        "[a link](a \"b\")\n", "[Board 1]\n", "{\"game\":\"bridge\"}", "{}", "lin="})
    CHECK(kind(other) == "-");
}
