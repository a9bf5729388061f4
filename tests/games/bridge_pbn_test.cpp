// PBN: exact text out, anything in.
#include <algorithm>
#include <string>

#include <catch2/catch.hpp>

#include "arena/core/rng.hpp"
#include "arena/util/text.hpp"
#include "arena/util/utf8.hpp"
#include "games/bridge/double_dummy.hpp"
#include "games/bridge/pbn.hpp"
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

constexpr std::string_view deal_tag =
    "[Deal \"N:53.92.K42.KT5432 QT2.KT876.AQ986. A9876.A43.T53.J8 KJ4.QJ5.J7.AQ976\"]\n";

/// The one board of a file without problems.
PlayedBoard board_of(const std::string& file) {
  const PbnFile read = read_pbn(file);
  for (const PbnProblem& problem : read.problems)
    UNSCOPED_INFO(problem.line << ": " << problem.text);
  REQUIRE(read.problems.empty());
  REQUIRE(read.boards.size() == 1);
  return read.boards.front();
}

/// "LINE: text" of the first problem.
std::string problem_of(const std::string& file) {
  const PbnFile read = read_pbn(file);
  REQUIRE_FALSE(read.problems.empty());
  return std::to_string(read.problems.front().line) + ": " + read.problems.front().text;
}

std::string calls_of(const PlayedBoard& board) {
  return joined(board.calls, " ", [](const Move& move) { return text_of(move); });
}

std::string cards_of(const PlayedBoard& board) {
  return joined(board.tricks.cards, " ", [](Card card) { return text_of(card); });
}

/// A board with these sections, of the example's deal.
std::string with(const std::string& sections, const std::string& dealer = "N") {
  return "[Dealer \"" + dealer + "\"]\n[Vulnerable \"None\"]\n" + std::string(deal_tag) + sections;
}

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
  const PbnFile read = read_pbn("[Event \"##cup\"]\n[Dealer \"S\"]\n" + deal +
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
  const PbnFile read = read_pbn(with("", "no one") + "\n\n" + with("[Board \"4\"]"));
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
    return joined(read_pbn(file).problems, "; ", [](const PbnProblem& problem) {
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

TEST_CASE("a fault in the auction, the play or the result costs no board", "[bridge][pbn]") {
  const auto kept = [](const std::string& sections) {
    const PbnFile read = read_pbn(with(sections));
    REQUIRE(read.problems.size() == 1);
    REQUIRE(read.boards.size() == 1);
    const PlayedBoard& board = read.boards[0];
    CHECK(board.hands == board_of(with("")).hands);
    return calls_of(board) + " | " + (board.contract ? text_of(*board.contract) : "?") + " | " +
           cards_of(board) + " | " + (board.won ? std::to_string(*board.won) : "?");
  };
  const std::string tags = "[Declarer \"S\"][Contract \"2C\"][Result \"7\"]";
  const std::string auction = "[Auction \"N\"]\n1D Pass 2C AP\n";
  CHECK(kept(tags + "[Auction \"N\"]\n1D 1C\n[Play \"W\"]\nHJ H9 H7 H3\n") ==
        " | 2C | HJ H9 H7 H3 | 7");
  CHECK(kept("[Auction \"N\"]\n1D 1C\n") == " | ? |  | ?");
  CHECK(kept(tags + auction + "[Play \"W\"]\nHJ H9 H7 H3\nDJ S2") ==
        "1D pass 2C pass pass pass | 2C | HJ H9 H7 H3 DJ | 7");
  CHECK(kept(auction + "[Play \"N\"]\nHJ") == "1D pass 2C pass pass pass | 2C |  | ?");
  CHECK(kept(auction + "[Result \"many\"]") == "1D pass 2C pass pass pass | 2C |  | ?");
  // Without the first passes, the auction leads to another declarer than the tags.
  CHECK(
      kept(
          "[Declarer \"E\"][Contract \"3H\"][Result \"9\"][Auction \"N\"]\n1H Pass 2H Pass\n3H AP\n"
          "[Play \"S\"]\nSA S4 S3 ST\n*") == " | 3H | SA S4 S3 ST | 9");
}

TEST_CASE("what other programs write is read", "[bridge][pbn]") {
  const auto calls = [](const std::string& section) { return calls_of(board_of(with(section))); };
  CHECK(calls("[Auction \"N\"]\nPass 1H* Pass 2H\nPass Pass Pass\n") ==
        "pass 1H alert pass 2H pass pass pass");
  CHECK(calls("[Auction \"N\"]\nPass 1H Pass 1NT*\nPass 2C* AP\n") ==
        "pass 1H pass 1NT alert pass 2C alert pass pass pass");
  CHECK(calls("[Auction \"N\"]\n1NT pass ^N p 2C! ^S\nPASS 2D$4 d r\nAP\n") ==
        "1NT pass pass 2C pass 2D X XX pass pass pass");
  CHECK(cards_of(board_of(
            with("[Auction \"N\"]\nPass Pass 1S AP\n[Play \"W\"]\nHQ H9 HT HA\n-- -- -- S6\n*"))) ==
        "HQ H9 HT HA S6");
  CHECK(board_of(with("", "North")).dealer() == 0);
  CHECK(board_of(with("", "west")).dealer() == 3);
  const auto number = [](const std::string& board) {
    return board_of(with("[Board \"" + board + "\"]")).board;
  };
  CHECK(number("Open 1") == 1);
  CHECK(number("5 of 32") == 5);
  CHECK(number("Round 2, board 7") == 7);
  CHECK(number("0") == 0);
  CHECK(number("practice") == 0);
  CHECK(number("99999999999999999999") == 0);
  CHECK(board_of(with("[Board \"3\"]\n\x1a")).board == 3);
  CHECK(board_of("[Dealer \"N\"][Vulnerable \"N-S\"]" + std::string(deal_tag)).vulnerable ==
        Vulnerable::NS);
  CHECK(board_of("[Deal \"N:S53.H92.DK42.CKT5432 SQT2.HKT876.DAQ986.C SA9876.HA43.DT53.CJ8 "
                 "SKJ4.HQJ5.DJ7.CAQ976\"]")
            .hands == board_of(with("")).hands);
}

TEST_CASE("calls, cards and contracts in the spellings of the world", "[bridge][pbn]") {
  const auto calls = [](const std::string& section) {
    return calls_of(board_of(with("[Auction \"N\"]\n" + section)));
  };
  const std::string two_clubs = "pass 1H pass 2C pass pass pass";
  for (const char* const text :
       {"Pass 1H Pass 2C All Pass", "Pas 1♥ - 2♣ AllPass", "P 1 H P 2 C all-pass",
        "pass (1H) pass 2C(weak) pass pass pass pass", "Pass, 1H, Pass, 2C AP pass"})
    CHECK(calls(text) == two_clubs);
  CHECK(calls("1 NT dbl REDBL p p P") == "1NT X XX pass pass pass");
  const auto contract = [](const std::string& text) {
    const auto read = board_of(with("[Declarer \"S\"][Contract \"" + text + "\"]")).contract;
    return read ? text_of(*read) : "?";
  };
  for (const char* const text : {"4S", "4 S", "4♠", "4 Spades", "4s"})
    CHECK(contract(text) == "4S");
  for (const char* const text : {"4SX", "4 S x", "4S X", "4S*"}) CHECK(contract(text) == "4SX");
  for (const char* const text : {"3 NT", "3N", "3 No Trumps"}) CHECK(contract(text) == "3NT");
  for (const char* const text : {"Passed Out", "All Pass", "AP", "P"})
    CHECK(contract(text) == "pass");
  for (const char* const text : {"-", "?", ""}) CHECK(contract(text) == "?");
  CHECK(cards_of(board_of(with("[Declarer \"S\"][Contract \"2C\"][Play \"W\"]\n"
                               "JH ♥9 7h H3\n*"))) == "HJ H9 H7 H3");
  const auto vulnerable = [](const std::string& text) {
    return board_of("[Dealer \"N\"][Vulnerable \"" + text + "\"]" + std::string(deal_tag))
        .vulnerable;
  };
  for (const char* const text : {"Love all", "Neither", "Nil", "--", "o"})
    CHECK(vulnerable(text) == Vulnerable::none);
  CHECK(vulnerable("Game all") == Vulnerable::all);
  CHECK(vulnerable("North-South") == Vulnerable::NS);
  CHECK(vulnerable("e") == Vulnerable::EW);
}

TEST_CASE("hands in the spellings of the world", "[bridge][pbn]") {
  const auto hands = [](const std::string& deal) {
    return board_of("[Dealer \"N\"]\n[Deal \"" + deal + "\"]").hands;
  };
  const Hands plain = board_of(with("")).hands;
  CHECK(hands("N:CKT5432.DK42.H92.S53 C.DAQ986.HKT876.SQT2 CJ8.DT53.HA43.SA9876 "
              "CAQ976.DJ7.HQJ5.SKJ4") == plain);
  CHECK(hands("N:S53H92DK42CKT5432 SQT2HKT876DAQ986C SA9876HA43DT53CJ8 ?") == plain);
  CHECK(hands("N:53.92.K42.KT5432 QT2.KT876.AQ986.- A9876.A43.T53.J8 *") == plain);
  CHECK(hands("N:53.92.K42.KT5432\u00a0QT2.KT876.AQ986. ---\u00a0KJ4.QJ5.J7.AQ976") == plain);
  CHECK(hands("N:53.92.K42.KT5432\n  QT2.KT876.AQ986.\n  A9876.A43.T53.J8\n  KJ4.QJ5.J7.AQ976") ==
        plain);
}

TEST_CASE("tags that are not as the standard says", "[bridge][pbn]") {
  const auto event = [](const std::string& tag) { return board_of(with(tag)).event; };
  CHECK(event("[Event \"The \"Cup\" of X\"]") == "The \"Cup\" of X");
  CHECK(event("[EVENT \"x\"]") == "x");
  CHECK(event("[Event \"two\nlines\"]") == "two lines");
  CHECK(board_of(with("[Site \"C:\\\"]\n[Event \"x\"]")).site == "C:\\");
  CHECK(event("[Event \"a \\\"b\\\"\"]") == "a \"b\"");
  const PbnFile read = read_pbn(with("[Remark]\n[Room Open]\n[Contract \"Pass\"]"));
  CHECK(read.problems.size() == 2);
  REQUIRE(read.boards.size() == 1);
  CHECK(read.boards[0].passed_out());
  // The number tells what the dealer and the vulnerability are.
  const PbnFile numbered =
      read_pbn("[Board \"2\"][Dealer \"x\"][Vulnerable \"y\"]" + std::string(deal_tag));
  CHECK(numbered.problems.size() == 2);
  REQUIRE(numbered.boards.size() == 1);
  CHECK(numbered.boards[0].dealer() == 1);
  CHECK(numbered.boards[0].vulnerable == Vulnerable::NS);
}

TEST_CASE("an auction that does not end, beside a contract", "[bridge][pbn]") {
  const std::string tags = "[Declarer \"S\"][Contract \"2C\"][Result \"7\"]";
  const std::string play = "\n[Play \"W\"]\nHJ H9 H7 H3\n";
  const PbnFile read = read_pbn(with(tags + "[Auction \"N\"]\n1D Pass 2C Pass" + play));
  REQUIRE(read.problems.size() == 1);
  CHECK(read.problems[0].text == "The auction does not end, and is left out.");
  REQUIRE(read.boards.size() == 1);
  CHECK(text_of(*read.boards[0].contract) == "2C");
  CHECK(cards_of(read.boards[0]) == "HJ H9 H7 H3");
  CHECK(read.boards[0].won == 7);
  // Without a contract it is a question: "What do you bid?"
  CHECK(calls_of(board_of(with("[Auction \"N\"]\n1D Pass 2C Pass"))) == "1D pass 2C pass");
}

TEST_CASE("boards without an empty line between them, and tables without a deal", "[bridge][pbn]") {
  const auto boards = [](const std::string& file) {
    const PbnFile read = read_pbn(file);
    CHECK(read.problems.empty());
    std::string text;
    for (const PlayedBoard& board : read.boards)
      text += std::to_string(board.board) + " " + board.players[0] + " " + calls_of(board) + "; ";
    return text;
  };
  const auto board = [](const std::string& number) {
    return "[Event \"x\"]\n[Board \"" + number + "\"]\n" + with("[Auction \"N\"]\nAP\n");
  };
  CHECK(boards(board("1") + board("2")) == "1  pass pass pass pass; 2  pass pass pass pass; ");
  CHECK(boards(with("[Board \"1\"]\n[Auction \"N\"]\nAP\n[Board \"2\"]\n" +
                    std::string(deal_tag))) == "1  pass pass pass pass; 2  ; ");
  // The second table has only its players and its auction.
  const std::string second = "\n\n[North \"b\"]\n[Auction \"N\"]\n1D AP\n";
  CHECK(boards(with("[Board \"1\"][North \"a\"]") + second) == "1 a ; 1 b 1D pass pass pass; ");
  CHECK(boards(with("[Board \"1\"][North \"a\"]") + "\n\n[Board \"1\"]" + second.substr(1)) ==
        "1 a ; 1 b 1D pass pass pass; ");
  CHECK(problem_of(with("[Board \"1\"]") + "\n\n[Board \"2\"]" + second.substr(1)) ==
        "6: This board has no Deal.");
  // Not that of an earlier board, if the board between them cannot be played.
  const PbnFile unlike = read_pbn(with("[Board \"1\"]") +
                                  "\n\n[Board \"2\"][Deal \"N:AK\"]\n\n[North \"b\"]\n" +
                                  "[Auction \"N\"]\nAP\n");
  CHECK(unlike.boards.size() == 1);
  CHECK(unlike.problems.size() == 2);
  CHECK(unlike.problems.back().text == "This board has no Deal.");
  // All open tables, then all closed ones.
  const std::string again = "[Room \"Closed\"][Board \"1\"][North \"c\"][Auction \"N\"]\nAP\n";
  CHECK(boards(with("[Board \"1\"][North \"a\"]") + "\n\n" + with("[Board \"2\"][North \"b\"]") +
               "\n\n" + again) == "1 a ; 2 b ; 1 c pass pass pass pass; ");
  // A board may begin with any of its tags.
  const std::string other = "[Deal \"E:53.92.K42.KT5432 - - -\"]";
  for (const char* const tags :
       {"[Deal][Board][Dealer]", "[Dealer][Board][Deal]", "[Room][Board][Dealer][Deal]"}) {
    std::string file;
    for (int number = 1; number <= 3; ++number) {
      std::string part = tags;
      const auto put = [&part](const std::string& tag, const std::string& value) {
        if (const auto at = part.find(tag); at != std::string::npos)
          part.replace(at, tag.size(), value);
      };
      put("[Deal]", number == 2 ? other : std::string(deal_tag));
      put("[Board]", "[Board \"" + std::to_string(number) + "\"]");
      put("[Dealer]", "[Dealer \"S\"]");
      put("[Room]", "[Room \"Open\"]");
      file += part + "\n";
    }
    const PbnFile read = read_pbn(file);
    CHECK(read.problems.empty());
    REQUIRE(read.boards.size() == 3);
    for (int i = 0; i < 3; ++i) {
      CHECK(read.boards[i].board == i + 1);
      CHECK(read.boards[i].dealer() == 2);
      CHECK((read.boards[i].hands == read.boards[0].hands) == (i != 1));
    }
  }
}

TEST_CASE("empty lines inside a board, and parts that are no boards", "[bridge][pbn]") {
  const auto calls = [](const PbnFile& read) {
    CHECK(read.problems.empty());
    std::string all;
    for (const PlayedBoard& board : read.boards)
      all += calls_of(board) + " | " + cards_of(board) + "; ";
    return all;
  };
  const std::string head = "[Event \"x\"]\n\n";
  const std::string auction = "[Auction \"N\"]\nP P 1S AP\n";
  const std::string play = "[Play \"W\"]\nHQ H9 HT HA\n";
  const std::string whole = "pass pass 1S pass pass pass | HQ H9 HT HA; ";
  CHECK(calls(read_pbn(head + with("") + "\n" + auction + "\n" + play)) == whole);
  CHECK(calls(read_pbn(with(auction + play) +
                       "\n[Event \"Totals\"]\n[TotalScoreTable \"Rank\"]\n1\n2\n")) == whole);
  std::string text = with("[Board \"1\"]\n" + auction + play) + "\n" + with("[Board \"2\"]");
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 3)
    text.replace(at, 1, "\r\r\n");
  CHECK(calls(read_pbn(text)) == whole + " | ; ");
  CHECK(problem_of(std::string("\xff\xfe[\0E\0", 6)) == "1: The file is UTF-16: save it as UTF-8.");
}

TEST_CASE("hands that are not known are dealt from the seed", "[bridge][pbn]") {
  const auto board = [](int number, const std::string& deal) {
    return "[Board \"" + std::to_string(number) + "\"]\n[Deal \"" + deal + "\"]\n\n";
  };
  const auto hands = [](const std::string& file, std::uint64_t seed) {
    const PbnFile read = read_pbn(file, seed);
    CHECK(read.problems.empty());
    std::vector<Hands> all;
    for (const PlayedBoard& one : read.boards) {
      CHECK(fault_of(one.hands).empty());
      all.push_back(one.hands);
    }
    return all;
  };
  const std::string two = "N:53.92.K42.KT5432 - - KJ4.QJ5.J7.AQ976";
  const std::string file =
      board(1, two) + board(1, two) + board(2, two) + board(3, "S:... 53.92.K42.KT5432 - -");
  const auto dealt = hands(file, 7);
  CHECK(dealt == hands(file, 7));
  CHECK(dealt[0] != hands(file, 8)[0]);
  CHECK(dealt[0] == dealt[1]);  // two tables of a board
  CHECK(dealt[0] != dealt[2]);
  CHECK(hand_text(dealt[0].of[0]) == "53.92.K42.KT5432");
  CHECK(hand_text(dealt[3].of[3]) == "53.92.K42.KT5432");
  CHECK(hand_text(dealt[2].of[3]) == "KJ4.QJ5.J7.AQ976");
  // Each card goes to each unknown hand about as often.
  int east = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed)
    east += hands(board(1, two), seed)[0].of[1].contains(*read_card("SA")) ? 1 : 0;
  CHECK(east > 160);
  CHECK(east < 240);
}

TEST_CASE("a file that is no PBN is one problem", "[bridge][pbn]") {
  std::string noise;
  Rng rng(3);
  for (int i = 0; i < 20'000; ++i) noise += static_cast<char>(rng.below(256));
  std::string prose;
  for (int i = 0; i < 50; ++i) prose += "\nA paragraph.\nOf two lines.\n";
  for (const std::string& text : {noise, prose, std::string("hello")}) {
    const PbnFile read = read_pbn(text);
    REQUIRE(read.problems.size() == 1);
    CHECK(read.problems[0].text ==
          "This is no PBN file: it does not begin with tags, such as [Event \"Cup\"].");
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
    CHECK(read_pbn(text).problems.size() <= most_pbn_problems + 1);
    CHECK(read_pbn(with("[Auction \"N\"]\n" + text)).problems.size() <= most_pbn_problems + 1);
  }
  CHECK(read_pbn(std::string("\0[", 2)).problems.size() >= 1);
}
