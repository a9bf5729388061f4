// PBN: exact text out, anything in.
#include "tests/games/bridge_pbn.hpp"

#include <algorithm>
#include <string>

#include <catch2/catch.hpp>

#include "arena/core/rng.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"
#include "games/bridge/double_dummy.hpp"
#include "games/bridge/files/pbn.hpp"
#include "tests/games/bridge_table.hpp"

using namespace arena;
using namespace arena::bridge;
using namespace arena::bridge::test;

namespace {

constexpr std::string_view example = R"(% PBN 2.1
% EXPORT
[Event "arena match 7"]
[Site "arena"]
[Date "2026.11.21"]
[Board "1"]
[West "BEN-EW"]
[North "BEN-NS"]
[East "BEN-EW"]
[South "BEN-NS"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:53.92.K42.KT5432 QT2.KT876.AQ986. A9876.A43.T53.J8 KJ4.QJ5.J7.AQ976"]
[Scoring "IMP"]
[Declarer "S"]
[Contract "2C"]
[Result "5"]
[DoubleDummyTricks "442354423599ba799ba7"]
[OptimumScore "EW 450"]
[Score "NS -150"]
[Auction "N"]
1D Pass 2C Pass
Pass Pass
[Play "W"]
HJ H9 H7 H3
DJ D2 D8 D3
HQ H2 HK H4
D7 D4 D6 D5
SJ S3 ST S7
C7 C4 HT CJ
C6 C2 H8 C8
H5 S5 H6 HA
S4 CK SQ S9
CA DK DA DT
C9 C5 S2 S6
SK CT DQ SA
CQ C3 D9 S8
)";

std::string in_file(const PlayedBoard& board) { return std::string(pbn_head) + write_pbn(board); }

/// A random match, as far as `most_moves`. Some calls have alerts.
PlayedBoard random_board(Rng& rng, int most_moves) {
  Setup<Bridge> random = setup(Scoring::imp);
  random.seed = {rng.next(), static_cast<int>(rng.below(32))};
  CardTable table(random);
  const std::vector<std::string> alerts = {"", "majors", "a \"fake\" \\ one", "=1=; {no} [tag] –"};
  for (int i = 0; i < most_moves && !table.now.over(); ++i) {
    const auto legal = table.now.view(table.actor()).legal;
    // Passes are likely, so that auctions end.
    const std::size_t at = legal[0].is_call() && rng.below(2) == 0
                               ? 0
                               : rng.below(static_cast<std::uint32_t>(legal.size()));
    Move move = legal[at];
    if (move.is_call() && rng.below(4) == 0) {
      move.alert = {true};
      for (const char c : alerts[rng.below(4)]) move.alert.text.push_back(c);
    }
    table.now.apply(table.actor(), move, Events<Event>(table.news));
  }
  const std::vector<std::string> names = {"north", "\xc3\xa9toile \"x\" \\", "south #1", "#west"};
  PlayedBoard board = boards_of(table.news, random.options, names).front();
  board.event = "a match";
  board.date = "2026.11.23";
  return board;
}

}  // namespace

TEST_CASE("the example of the specification is read and written byte for byte", "[bridge][pbn]") {
  const PlayedBoard board = board_of(std::string(example));
  CHECK(in_file(board) == example);
  CHECK(board.won == 5);
  CHECK(score_of(board) == -150);
  CHECK(joined(board.tricks.leaders, "", [](std::uint8_t seat) {
          return std::string(1, seat_letters[seat]);
        }) == "WWWEWWSSSNWWN");
}

TEST_CASE("the best results of a deal are a table too", "[bridge][pbn]") {
  PlayedBoard board = board_of(std::string(example));
  board.trick_rows = trick_rows(*read_tricks(board.double_dummy_tricks));
  const std::string text = in_file(board);
  CHECK(text.find("[DoubleDummyTricks \"442354423599ba799ba7\"]\n"
                  "[OptimumResultTable \"Declarer;Denomination\\2R;Result\\2R\"]\n"
                  "N NT  4\nN  S  4\nN  H  2\nN  D  3\nN  C  5\n"
                  "S NT  4\nS  S  4\nS  H  2\nS  D  3\nS  C  5\n"
                  "E NT  9\nE  S  9\nE  H 11\nE  D 10\nE  C  7\n"
                  "W NT  9\nW  S  9\nW  H 11\nW  D 10\nW  C  7\n"
                  "[OptimumScore \"EW 450\"]\n[Score") != std::string::npos);
  CHECK(in_file(board_of(text)) == example);
}

TEST_CASE("a column of the play is a seat, whoever leads", "[bridge][pbn]") {
  const PlayedBoard board = board_of(std::string(example));
  // East wins the third trick and leads to the fourth: East is in the third column.
  CHECK(cards_of(board).substr(3 * 4 * 3, 11) == "D6 D5 D7 D4");
  PlayedBoard cut = board;
  while (cut.tricks.cards.size() > 14) cut.tricks.cards.pop_back();
  while (cut.tricks.leaders.size() > 4) cut.tricks.leaders.pop_back();
  cut.won.reset();
  CHECK(write_pbn(cut).ends_with("HQ H2 HK H4\n- - D6 D5\n*\n"));
  CHECK(board_of(in_file(cut)).tricks.cards == cut.tricks.cards);
}

TEST_CASE("a passed-out board has no play", "[bridge][pbn]") {
  const std::string file = with("[Auction \"N\"]\nPass Pass Pass Pass\n");
  const PlayedBoard board = board_of(file);
  CHECK(board.passed_out());
  const std::string text = write_pbn(board);
  CHECK(text.find("[Declarer \"\"]\n[Contract \"Pass\"]\n[Result \"\"]\n[Score \"NS 0\"]\n"
                  "[Auction \"N\"]\nPass Pass Pass Pass\n") != std::string::npos);
  CHECK(text.find("[Play") == std::string::npos);
  CHECK(write_pbn(board_of(with("[Auction \"N\"]\nAP\n"))) == text);
}

TEST_CASE("what is exported reads back as the same", "[bridge][pbn]") {
  Rng rng(7);
  for (int i = 0; i < 300; ++i) {
    const PlayedBoard board = random_board(rng, i % 3 == 0 ? i : 400);
    const std::string text = in_file(board);
    INFO(text);
    for (const std::string_view line : lines_of(text)) CHECK(line.size() <= 255);
    const PlayedBoard again = board_of(text);
    CHECK(in_file(again) == text);
    CHECK(again.players == board.players);
    CHECK(again.calls == board.calls);
    CHECK(again.tricks.cards == board.tricks.cards);
    CHECK(again.tricks.leaders == board.tricks.leaders);
    CHECK(again.contract == board.contract);
    CHECK(again.won == board.won);
    CHECK(again.hands == board.hands);
    CHECK(again.vulnerable == board.vulnerable);
  }
}

TEST_CASE("tags come in any order, several on a line, and the first of equal ones counts",
          "[bridge][pbn]") {
  const PlayedBoard board =
      board_of("[Vulnerable \"Love\"] [ Dealer \"e\" ] [Dealer \"S\"]\r\n" + std::string(deal_tag) +
               "[North \"a \\\"b\\\" \\\\ c\"] ; a [Comment \"x\"]\r{ a comment\n\n% of lines } "
               "[Board \"12\"]\n"
               "% an escape line [Board \"13\"]\n[Unknown \"tag\"]\n");
  CHECK(board.dealer() == 1);
  CHECK(board.vulnerable == Vulnerable::none);
  CHECK(board.board == 12);
  CHECK(board.players[0] == "a \"b\" \\ c");
  CHECK(board.players[1].empty());
}

TEST_CASE("a board inherits the tags that are #", "[bridge][pbn]") {
  const std::string deal(deal_tag);
  const BoardFile read = read_pbn("[Event \"##cup\"]\n[Dealer \"S\"]\n" + deal +
                                  "\n[Event \"#\"]\n[Dealer \"#\"]\n[Deal \"#\"]\n\n\n" + deal +
                                  "\n[Event \"#\"]" + deal);
  REQUIRE(read.problems.empty());
  REQUIRE(read.boards.size() == 4);
  CHECK(read.boards[1].event == "cup");
  CHECK(read.boards[1].dealer() == 2);
  CHECK(read.boards[1].hands == read.boards[0].hands);
  CHECK(read.boards[2].event.empty());
  CHECK(read.boards[3].event == "cup");
}

TEST_CASE("the words of vulnerability", "[bridge][pbn]") {
  const auto vulnerable = [](const std::string& word) {
    return board_of("[Dealer \"N\"][Vulnerable \"" + word + "\"]" + std::string(deal_tag))
        .vulnerable;
  };
  for (const char* word : {"None", "love", "-"}) CHECK(vulnerable(word) == Vulnerable::none);
  for (const char* word : {"All", "BOTH"}) CHECK(vulnerable(word) == Vulnerable::all);
  CHECK(vulnerable("ns") == Vulnerable::NS);
  CHECK(vulnerable("EW") == Vulnerable::EW);
  // Without the tag, the board's number decides.
  CHECK(board_of("[Board \"3\"]" + std::string(deal_tag)).vulnerable == Vulnerable::EW);
  CHECK(board_of("[Board \"3\"]" + std::string(deal_tag)).dealer() == 2);
}

TEST_CASE("a deal may begin with any seat, in any order of ranks, with one hand unknown",
          "[bridge][pbn]") {
  const PlayedBoard board =
      board_of("[Dealer \"N\"][Deal \"s:6789A.34A.T53.J8 - 35.92.K42.2345TK QT2.KT876.AQ986.\"]");
  CHECK(board.hands == board_of(with("")).hands);
}

TEST_CASE("auctions of other programs", "[bridge][pbn]") {
  const auto calls = [](const std::string& section) { return calls_of(board_of(with(section))); };
  CHECK(calls("[Auction \"N\"]\n1D! pass 2C?? $1 P\nAP\n") == "1D pass 2C pass pass pass");
  CHECK(calls("[Auction \"W\"]\n- 1d x!? XX$4 1n ap") == "1D X XX 1NT pass pass pass");
  CHECK(calls("[Auction \"N\"]\n1D ^I Pass *\n2C") == "1D pass");
  CHECK(calls("[Auction \"N\"]\n1D Pass +\n") == "1D pass");
  CHECK(calls("[Auction \"N\"]\n1D =1= Pass 2C=2=\n[Note \"1:five cards\"]\n[Note \"2:\"]\n") ==
        "1D alert: five cards pass 2C alert");
  CHECK(calls("[Auction \"N\"]\n1D {Standard} Pass ; so far\n[Note \"1:unused\"]") == "1D pass");
}

TEST_CASE("results of other programs", "[bridge][pbn]") {
  const auto won = [](const std::string& result) {
    return board_of(with("[Declarer \"^E\"][Contract \"4Hxx\"][Result \"" + result + "\"]")).won;
  };
  CHECK(won("9") == 9);
  CHECK(won("^9") == 9);
  CHECK(won("EW 9") == 9);
  CHECK(won("NS 4") == 9);
  CHECK(won("NS 4 EW 9") == 9);
  CHECK(won("13") == 13);
  CHECK(won("?") == std::nullopt);
  CHECK(won("") == std::nullopt);
}

TEST_CASE("plays of other programs", "[bridge][pbn]") {
  const std::string auction = "[Auction \"N\"]\n1D Pass 2C AP\n";
  const auto cards = [&](const std::string& section) {
    return cards_of(board_of(with(auction + "[Play \"W\"]\n" + section)));
  };
  CHECK(cards("HJ H9 H7 H3\nDJ! D2 - -\n*\n") == "HJ H9 H7 H3 DJ D2");
  CHECK(cards("HJ H9 $1 + -\n") == "HJ H9");
  CHECK(cards("- - - -\n*") == "");
  CHECK(cards("HJ h9 H7 H3 DJ D2 *") == "HJ H9 H7 H3 DJ D2");
  // Without an auction, the contract says who leads and what is trump.
  CHECK(cards_of(board_of(with("[Declarer \"S\"][Contract \"2C\"][Play \"W\"]\nHJ H9 H7 H3\n*"))) ==
        "HJ H9 H7 H3");
}

TEST_CASE("an error names its line, and the other boards are read", "[bridge][pbn]") {
  const std::string auction = "[Auction \"N\"]\n1D Pass 2C AP\n";
  CHECK(problem_of("[Event \"x\"]\n[Board \"1\"]\n") == "1: This board has no Deal.");
  CHECK(problem_of(with("[Auction \"N\"]\n1D 1C\n")) ==
        "5: \"1C\" of East: A bid must be higher than the last one.");
  CHECK(problem_of(with("[Auction \"N\"]\n1D\nTen\n")) == "6: \"Ten\" is no call.");
  CHECK(problem_of(with("[Auction \"E\"]\n1D\n")) ==
        "5: The auction begins with East, but North is the dealer.");
  CHECK(problem_of(with("[Auction \"N\"]\nAP\n1D")) ==
        "6: \"1D\": the auction was over before this call.");
  CHECK(problem_of(with(auction + "[Play \"N\"]\nHJ")) ==
        "6: The opening leader is West, not North.");
  CHECK(problem_of(with(auction + "[Play \"W\"]\nHJ H9 S2")) ==
        "7: \"S2\" of East: You must follow suit.");
  CHECK(problem_of(with(auction + "[Play \"W\"]\nHJ 9X")) == "7: \"9X\" is no card.");
  CHECK(problem_of("[Event x]") == "1: A tag looks like [Name \"value\"], not \"[Event x]\"");
  CHECK(problem_of("[Event \"x]\n") == "1: A tag looks like [Name \"value\"], not \"[Event \"x]\"");
  CHECK(problem_of("\n{ no end\n\n") == "2: A comment begins with { and has no end.");
  CHECK(problem_of("hello\n\n" + with("")) == "1: \"hello\" is no tag, and belongs to no section.");
  const BoardFile read = read_pbn(with("", "no one") + "\n\n" + with("[Board \"4\"]"));
  REQUIRE(read.boards.size() == 1);
  CHECK(read.boards[0].board == 4);
  CHECK(read.boards[0].line == 6);
}

TEST_CASE("an error of a deal says what is wrong", "[bridge][pbn]") {
  const auto fault = [](const std::string& deal) {
    return problem_of("[Deal \"" + deal + "\"]\n").substr(std::string("1: Deal: ").size());
  };
  const std::string east_to_west = " QT2.KT876.AQ986. A9876.A43.T53.J8 KJ4.QJ5.J7.AQ976";
  CHECK(fault("N:53.92.K42.KT543" + east_to_west) == "North has 12 cards, not 13");
  CHECK(fault("N:53.92.K432.KT5432 QT2.KT876.AQ986. A9876.A43.T5.J8 KJ4.QJ5.J7.AQ976") ==
        "North has 14 cards, not 13");
  CHECK(fault("N:53.92.K42.KT5436" + east_to_west) == "North and West both have C6");
  CHECK(fault("N:53.99.K42.KT5432" + east_to_west) == "the hand of North has H9 twice");
  CHECK(fault("N:53.92.K42.KT541" + east_to_west) ==
        "the hand of North has \"1\", which is no rank");
  CHECK(fault("N:53.92.KT5432" + east_to_west) ==
        "the hand of North has 3 suits, not 4: \"53.92.KT5432\"");
  CHECK(fault("X:53.92.K42.KT5432" + east_to_west) ==
        "\"X:\" is not the first hand's seat: N:, E:, S: or W:");
  CHECK(fault("53.92.K42.KT5432" + east_to_west) ==
        "\"53\" is not the first hand's seat: N:, E:, S: or W:");
  CHECK(fault("N:- - - -") == "no hand is known");
  CHECK(fault("N:53.92.K42.KT543 - - KJ4.QJ5.J7.AQ976") == "North has 12 cards, not 13");
  CHECK(fault("N:53.92.K42.KT5436 - - KJ4.QJ5.J7.AQ976") == "North and West both have C6");
  CHECK(fault("N:53.92.K42.KT5432 -") == "there are 2 hands, not 4");
  CHECK(fault("N:53.92.K42.KT5432" + east_to_west + " x") == "\"x\" is more than 4 hands");
}

TEST_CASE("problems come in the order of lines, and one error is one problem", "[bridge][pbn]") {
  const auto all = [](const std::string& file) {
    return joined(read_pbn(file).problems, "; ", [](const FileProblem& problem) {
      return std::to_string(problem.line) + ": " + problem.text;
    });
  };
  CHECK(all("[Vulnerable \"x\"]\n[Dealer \"y\"]\n[Deal \"N:\"]\n[Board \"0\"]\n") ==
        "1: Vulnerable must be None, NS, EW or All, not \"x\"; "
        "2: Dealer must be N, E, S or W, not \"y\"; "
        "3: Deal: there are 0 hands, not 4");
  // What follows from a tag that cannot be read is no further problem.
  CHECK(all("[Board \"1\"]\n[Deal \"N:AK\"\n[Auction \"N\"\n1D Pass\n\n" + with("", "y")) ==
        "2: The tag Deal has no ] after its value.; 3: The tag Auction has no ] after its value.; "
        "6: Dealer must be N, E, S or W, not \"y\"");
}

TEST_CASE("a file without tags is no PBN", "[bridge][pbn]") {
  std::string noise;
  Rng rng(3);
  for (int i = 0; i < 20'000; ++i) noise += static_cast<char>(rng.below(256));
  std::string prose;
  for (int i = 0; i < 50; ++i) prose += "\nA paragraph.\nOf two lines.\n";
  for (const std::string& text : {noise, prose, std::string("hello")}) {
    for (const FileKind& kind : board_file_kinds()) CHECK_FALSE(kind.begins_as(text));
  }
  // In a file that has boards, it is a problem a paragraph.
  CHECK(read_pbn(with("") + "\nwords\nand words\n\n" + with("")).problems.size() == 1);
}

TEST_CASE("text is ISO 8859-1 or UTF-8", "[bridge][pbn]") {
  CHECK(board_of(with("[North \"J\xfcrg\"]")).players[0] == "J\xc3\xbcrg");
  CHECK(board_of(with("[North \"J\xc3\xbcrg\"]")).players[0] == "J\xc3\xbcrg");
  CHECK(board_of(std::string(pbn_head) + with("[North \"J\xc3\xbcrg\"]")).players[0] ==
        "J\xc3\xbcrg");
  CHECK(board_of("\xef\xbb\xbf" + with("[North \"\xe2\x82\xac\"]")).players[0] == "\xe2\x82\xac");
  PlayedBoard board = board_of(with(""));
  board.players[0] = "J\xc3\xbcrg \xe2\x82\xac\n";
  CHECK(write_pbn(board).find("[North \"J\xc3\xbcrg \xe2\x82\xac\"]") != std::string::npos);
  std::string euros;
  for (int i = 0; i < 300; ++i) euros += "\xe2\x82\xac";
  for (const std::string& name : {std::string(1000, '"'), euros}) {
    board.players[0] = name;
    const std::string text = write_pbn(board);
    CHECK(repaired_utf8(text) == text);
    for (const std::string_view line : lines_of(text)) CHECK(line.size() <= 255);
  }
  const std::string alerts = "1D alert: 15–17 ♠, é pass alert 2C alert: ж pass pass pass";
  const std::string written =
      write_pbn(board_of(with("[Auction \"N\"]\n1D =1= Pass =2= 2C =3= AP\n"
                              "[Note \"1:15–17 ♠, é\"]\n[Note \"2:\"]\n[Note \"3:ж\"]\n")));
  CHECK(calls_of(board_of(written)) == alerts);
  CHECK(written.find("[Note \"2:alert\"]") != std::string::npos);
}

TEST_CASE("hostile files are read in time", "[bridge][pbn]") {
  constexpr std::size_t size = 1U << 16U;
  const auto repeated = [&](std::string_view part) {
    std::string text;
    while (text.size() < size) text += part;
    return text;
  };
  for (const char* part : {"{", "[", "\"", "[A \"", "[A \"#\"]", "[Deal \"#\"]\n\n", "\\", "%",
                           "\n", "=1=", "[Note \"1:x\"]", "\r", "\xff", "- ", "AP "}) {
    const std::string text = repeated(part);
    CHECK(read_pbn(text).problems.size() <= most_board_problems + 1);
    CHECK(read_pbn(with("[Auction \"N\"]\n" + text)).problems.size() <= most_board_problems + 1);
  }
  CHECK(read_pbn(std::string("\0[", 2)).problems.size() >= 1);
}
