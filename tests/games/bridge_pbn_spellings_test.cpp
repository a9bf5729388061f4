// PBN as other programs and people write it: what is read, and what a fault costs.
#include <string>
#include <vector>

#include "tests/games/bridge_pbn.hpp"

using namespace arena;
using namespace arena::bridge;
using namespace arena::bridge::test;

TEST_CASE("a fault in the auction, the play or the result costs no board", "[bridge][pbn]") {
  const auto kept = [](const std::string& sections) {
    const BoardFile read = read_pbn(with(sections));
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
  const BoardFile read = read_pbn(with("[Remark]\n[Room Open]\n[Contract \"Pass\"]"));
  CHECK(read.problems.size() == 2);
  REQUIRE(read.boards.size() == 1);
  CHECK(read.boards[0].passed_out());
  // The number tells what the dealer and the vulnerability are.
  const BoardFile numbered =
      read_pbn("[Board \"2\"][Dealer \"x\"][Vulnerable \"y\"]" + std::string(deal_tag));
  CHECK(numbered.problems.size() == 2);
  REQUIRE(numbered.boards.size() == 1);
  CHECK(numbered.boards[0].dealer() == 1);
  CHECK(numbered.boards[0].vulnerable == Vulnerable::NS);
}

TEST_CASE("an auction that does not end, beside a contract", "[bridge][pbn]") {
  const std::string tags = "[Declarer \"S\"][Contract \"2C\"][Result \"7\"]";
  const std::string play = "\n[Play \"W\"]\nHJ H9 H7 H3\n";
  const BoardFile read = read_pbn(with(tags + "[Auction \"N\"]\n1D Pass 2C Pass" + play));
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
    const BoardFile read = read_pbn(file);
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
  const BoardFile unlike =
      read_pbn(with("[Board \"1\"]") + "\n\n[Board \"2\"][Deal \"N:AK\"]\n\n[North \"b\"]\n" +
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
    const BoardFile read = read_pbn(file);
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
  const auto calls = [](const BoardFile& read) {
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
}

TEST_CASE("hands that are not known are dealt from the seed", "[bridge][pbn]") {
  const auto board = [](int number, const std::string& deal) {
    return "[Board \"" + std::to_string(number) + "\"]\n[Deal \"" + deal + "\"]\n\n";
  };
  const auto hands = [](const std::string& file, std::uint64_t seed) {
    const BoardFile read = read_pbn(file, seed);
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
  // Each card goes to each unknown hand about as often: within four standard deviations.
  int east = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed)
    east += hands(board(1, two), seed)[0].of[1].contains(*read_card("SA")) ? 1 : 0;
  CHECK(east > 160);
  CHECK(east < 240);
}

TEST_CASE("a file with many problems is read to its end", "[bridge][pbn]") {
  std::string file;
  for (int i = 0; i < 300; ++i) file += with(i < 200 ? "[Auction \"N\"]\n1NT 1C\n\n" : "\n");
  const BoardFile read = read_pbn(file);
  CHECK(read.boards.size() == 300);
  CHECK(read.problems.size() == 200);
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += "[x]\n";
  // Or it says where the reading stopped.
  const BoardFile stopped = read_pbn(many + with(""));
  CHECK(stopped.boards.empty());
  CHECK(stopped.problems.back().line == most_board_problems + 1);
  CHECK(stopped.problems.back().text ==
        "Too much is wrong here: nothing is read from this line on.");
}

TEST_CASE("a tag that cannot be read leaves out its own board", "[bridge][pbn]") {
  for (const char* const between : {"\n", ""}) {
    const BoardFile read = read_pbn("[Board \"1\"]\n" + with("") + between + "[Board \"2\"\n" +
                                    with("") + "\n[Board \"3\"]\n" + with(""));
    CHECK(read.problems.size() == 1);
    REQUIRE(read.boards.size() == 2);
    CHECK(read.boards[0].board == 1);
    CHECK(read.boards[1].board == 3);
  }
}
