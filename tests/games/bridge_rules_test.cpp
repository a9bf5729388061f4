// The auction, the play with dummy, boards, sessions, and the texts of moves and deals.
#include <array>
#include <string>
#include <variant>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/described.hpp"
#include "protocols/bridge/bridge.hpp"
#include "tests/games/bridge_table.hpp"

using namespace arena;
using namespace arena::bridge;
using namespace arena::bridge::test;

namespace {

/// Board 1: North deals, no side is vulnerable.
CardTable board_one(const std::string& deal = one_suit_each) {
  return CardTable(setup(Scoring::total, {deal}));
}

/// The contract after this auction, as "4SX by 2".
std::string contract_after(const std::string& calls, Seat dealer = 0) {
  std::string deal = one_suit_each;
  deal[0] = seat_letters[static_cast<std::size_t>(dealer)];
  const CardTable table = board_one(deal).moves(calls);
  REQUIRE(table.now.state.auction.over());
  return text_of(table.now.state.contract) + " by " +
         std::to_string(table.now.state.contract.declarer);
}

constexpr std::string_view pbn_example =
    "N:53.92.K42.KT5432 QT2.KT876.AQ986. A9876.A43.T53.J8 KJ4.QJ5.J7.AQ976";

}  // namespace

TEST_CASE("the declarer is the first of its side to bid the strain", "[bridge][auction]") {
  CHECK(contract_after("1H pass 1S pass 4H pass pass pass") == "4H by 0");
  CHECK(contract_after("pass 1C X XX pass pass pass") == "1CXX by 1");
  CHECK(contract_after("1S pass 2H pass 4S pass pass pass") == "4S by 0");
  CHECK(contract_after("1D pass 1H 1S X pass pass pass", 1) == "1SX by 0");
  // The opponents bid the strain first, but they are not the declarer's side.
  CHECK(contract_after("1H 2H pass 3H pass pass pass") == "3H by 1");
  CHECK(contract_after("pass 1NT pass 2NT pass 3NT pass pass pass") == "3NT by 1");
}

TEST_CASE("an auction ends after three passes behind a bid, or four without one",
          "[bridge][auction]") {
  CardTable table = board_one().moves("pass pass pass");
  CHECK(table.actor() == 3);
  table.moves("1C pass pass X pass pass XX pass pass");
  CHECK_FALSE(table.now.state.auction.over());
  table.moves("pass");
  CHECK(text_of(table.now.state.contract) == "1CXX");
  const CardTable passed_out = board_one().moves("pass pass pass pass");
  CHECK(passed_out.now.over());
  CHECK(Bridge::outcome(passed_out.now.state).scores == FixedVector<int, 16>{0, 0, 0, 0});
  CHECK(passed_out.last<Scored>().contract.level == 0);
}

TEST_CASE("calls follow the laws, and a refusal says what is wrong", "[bridge][auction]") {
  const std::string low = "A bid must be higher than the last one.";
  const std::string no_double = "You may only double the opponents' last bid.";
  const std::string no_redouble = "You may only redouble the opponents' last double.";
  CardTable table = board_one();
  CHECK(table.refusal("X") == no_double);
  CHECK(table.refusal("XX") == no_redouble);
  CHECK(table.refusal("SA") == "The auction is not over: make a call, such as pass or 1NT.");
  table.moves("1H");
  CHECK(table.refusal("1H") == low);
  CHECK(table.refusal("1D") == low);
  CHECK(table.refusal("XX") == no_redouble);
  CHECK(table.refusal("1S") == "");
  CHECK(table.refusal("2C") == "");
  table.moves("X");
  CHECK(table.refusal("X") == no_double);
  CHECK(table.refusal("XX") == "");
  table.moves("pass");
  CHECK(table.refusal("X") == no_double);
  CHECK(table.refusal("XX") == no_redouble);
  table.moves("pass XX");
  CHECK(table.refusal("X") == no_double);
  CHECK(table.refusal("XX") == no_redouble);
  table.moves("1NT");  // cancels the redouble
  CHECK(table.refusal("X") == "");
  CHECK(table.now.view(table.actor()).legal.size() == 1 + 1 + 30);
  CHECK(Bridge::check(table.now.view(after(table.actor())), *Bridge::read("pass")).text() ==
        "It is not your turn.");
}

TEST_CASE("the longest auction has 319 calls, all of which a view lists", "[bridge][auction]") {
  CardTable table = board_one().moves("pass pass pass");
  for (int bid = 0; bid < bid_count; ++bid) {
    const std::string text = text_of(Call::at(3 + bid));
    table.moves(text + " pass pass X pass pass XX pass pass");
  }
  CHECK(table.now.state.auction.calls().size() == 318);
  table.moves("pass");
  CHECK(table.now.state.auction.calls().size() == most_calls);
  CHECK(table.now.state.auction.calls()[0] == Call::pass());
  CHECK(table.now.state.auction.calls()[3] == Call::bid(1, Strain::clubs));
  CHECK(table.now.state.auction.calls()[5 + 4] == Call::redoubles());
  CHECK(text_of(table.now.state.contract) == "7NTXX");
}

TEST_CASE("the declarer plays dummy's cards, which all see after the opening lead",
          "[bridge][play]") {
  CardTable table = board_one(std::string(pbn_example)).moves("1D pass 2C pass pass pass");
  CHECK(table.actor() == 3);
  for (Seat seat = 0; seat < seat_count; ++seat) {
    CHECK(table.now.view(seat).dummy == no_seat);
    CHECK(table.now.view(seat).table.empty());
  }
  CHECK(table.refusal("pass") == "The auction is over: play a card, such as HT.");
  table.moves("HJ");
  CHECK(table.actor() == 2);  // South declares, North is dummy
  CHECK(table.last<Exposed>().seat == 0);
  CHECK(table.last<Exposed>().cards.size() == 13);
  for (Seat seat = 0; seat < seat_count; ++seat) {
    CHECK(table.now.view(seat).dummy == 0);
    CHECK(table.now.view(seat).table == table.now.state.hands[0]);
    CHECK(table.now.view(seat).legal.size() == (seat == 2 ? 2 : 0));
  }
  CHECK(table.refusal("HA") == "Dummy does not have this card, and dummy is to play.");
  CHECK(table.refusal("C2") == "Dummy must follow suit.");
  table.moves("H9");
  CHECK(table.last<Played>().seat == 2);
  CHECK(table.last<Played>().hand == 0);
  CHECK(table.actor() == 1);
  CHECK(table.refusal("SA") == "You do not have this card.");
  CHECK(table.refusal("S2") == "You must follow suit.");
  table.moves("H7 H3");
  CHECK(table.last<Won>().seat == 3);
}

TEST_CASE("a recorded board gives its tricks and its score", "[bridge][play]") {
  const CardTable table =
      board_one(std::string(pbn_example))
          .moves(
              "1D pass 2C pass pass pass "
              "HJ H9 H7 H3 DJ D2 D8 D3 HQ H2 HK H4 D6 D5 D7 D4 SJ S3 ST S7 C7 C4 HT CJ "
              "C8 C6 C2 H8 HA H5 S5 H6 S9 S4 CK SQ DK DA DT CA C9 C5 S2 S6 SK CT DQ SA "
              "C3 D9 S8 CQ");
  const Scored scored = table.last<Scored>();
  CHECK(text_of(scored.contract) == "2C");
  CHECK(scored.contract.declarer == 2);
  CHECK(scored.tricks == 5);
  CHECK(scored.points == std::array{-150, 150});
  CHECK(Bridge::outcome(table.now.state).scores == FixedVector<int, 16>{-150, 150, -150, 150});
  const auto& leaders = table.now.state.tricks.leaders;
  std::string seats;
  for (const auto leader : leaders) seats += seat_letters[leader];
  CHECK(seats == "WWWEWWSSSNWWN");
  CHECK(table.last<Won>().seat == 3);
}

TEST_CASE("trumps win tricks, the highest of them", "[bridge][play]") {
  // North has all spades: as declarer it ruffs the lead, and takes all tricks.
  const CardTable table = board_one().moves("7S pass pass pass").play_out();
  CHECK(table.last<Scored>().tricks == 13);
  CHECK(table.last<Scored>().points == std::array{1510, -1510});
  // In notrump, the opening leader's suit takes all.
  const CardTable notrump = board_one().moves("1NT pass pass pass").play_out();
  CHECK(notrump.last<Scored>().tricks == 0);
  CHECK(notrump.last<Scored>().points == std::array{-350, 350});
}

TEST_CASE("a board's number fixes its dealer and who is vulnerable", "[bridge]") {
  const std::string dealers = "NESWNESWNESWNESW";
  const std::vector<Vulnerable> vulnerable = {
      Vulnerable::none, Vulnerable::NS,   Vulnerable::EW,   Vulnerable::all,
      Vulnerable::NS,   Vulnerable::EW,   Vulnerable::all,  Vulnerable::none,
      Vulnerable::EW,   Vulnerable::all,  Vulnerable::none, Vulnerable::NS,
      Vulnerable::all,  Vulnerable::none, Vulnerable::NS,   Vulnerable::EW};
  for (int number = 0; number < 48; ++number) {
    Setup<Bridge> setup = bridge::test::setup(Scoring::imp);
    setup.seed = {7, number};
    const Position<Bridge> now(setup);
    const auto index = static_cast<std::size_t>(number % 16);
    CHECK(now.state.board == number + 1);
    CHECK(seat_letters[now.state.dealer] == dealers[index]);
    CHECK(now.state.vulnerable == vulnerable[index]);
  }
}

TEST_CASE("a given deal says who deals and who is vulnerable", "[bridge][deal]") {
  Setup<Bridge> setup = bridge::test::setup(Scoring::imp, {one_suit_each});
  setup.deal.board = 6;
  setup.deal.vulnerable = Vulnerable::all;
  setup.deal.hands[0].first = 2;
  const CardTable table(setup);
  CHECK(table.now.state.dealer == 2);
  CHECK(table.now.state.board == 6);
  CHECK(table.now.state.vulnerable == Vulnerable::all);
  CHECK(table.last<Dealt>().hands == setup.deal.hands[0].of);
}

TEST_CASE("deals are read and written as PBN", "[bridge][deal]") {
  const Hands example = hands(std::string(pbn_example));
  CHECK(to_text(example) == pbn_example);
  CHECK_FALSE(check_hands(example));
  CHECK(hands("n: 35.29.24k.23T45k qt2.k10876.aq986. A9876.A43.T53.J8   KJ4.QJ5.J7.AQ976 ") ==
        example);
  Hands from_east = example;
  from_east.first = 1;
  CHECK(to_text(from_east) ==
        "E:QT2.KT876.AQ986. A9876.A43.T53.J8 KJ4.QJ5.J7.AQ976 53.92.K42.KT5432");
  CHECK(hands(to_text(from_east)).of == example.of);
  Hands read;
  for (const char* wrong :
       {"", "N", "X:53.92.K42.KT5432 QT2.KT876.AQ986. A9876.A43.T53.J8 KJ4.QJ5.J7.AQ976",
        "N:53.92.K42.KT5432 QT2.KT876.AQ986. A9876.A43.T53.J8",
        "N:53.92.K42 QT2.KT876.AQ986. A9876.A43.T53.J8 KJ4.QJ5.J7.AQ976",
        "N:55.92.K42.KT5432 QT2.KT876.AQ986. A9876.A43.T53.J8 KJ4.QJ5.J7.AQ976",
        "N:51.92.K42.KT5432 QT2.KT876.AQ986. A9876.A43.T53.J8 KJ4.QJ5.J7.AQ976",
        "N:53.92.K42.KT5432 QT2.KT876.AQ986. A9876.A43.T53.J8 KJ4.QJ5.J7.AQ976 x"}) {
    INFO(wrong);
    CHECK_FALSE(from_text(wrong, read));
  }
  CHECK(
      check_hands(hands("N:3.92.K42.KT5432 QT2.KT876.AQ986. A9876.A43.T53.J8 "
                        "KJ4.QJ5.J7.AQ976")));
  CHECK(
      check_hands(hands("N:53.92.K42.KT5432 QT2.KT876.AQ986. A9876.A43.T53.J8 "
                        "KJ3.QJ5.J7.AQ976")));
}

TEST_CASE("moves are read and written", "[bridge][text]") {
  for (int code = 0; code < call_count; ++code) {
    const Move move = Move::of(Call::at(code));
    CHECK(Bridge::read(Bridge::write(move)) == move);
  }
  for (int index = 0; index < pack_size; ++index) {
    const Move move = Move::of(Card::at(index));
    CHECK(Bridge::read(Bridge::write(move)) == move);
  }
  CHECK(Bridge::write(*Bridge::read(" p ")) == "pass");
  CHECK(Bridge::write(*Bridge::read("dbl")) == "X");
  CHECK(Bridge::write(*Bridge::read("Redouble")) == "XX");
  CHECK(Bridge::write(*Bridge::read("3n")) == "3NT");
  CHECK(Bridge::write(*Bridge::read("h10")) == "HT");
  CHECK(Bridge::write(*Bridge::read("ht")) == "HT");
  CHECK(Bridge::write(*Bridge::read("2c ALERT.  asks ")) == "2C alert: asks");
  CHECK(Bridge::write(*Bridge::read("2C alert")) == "2C alert");
  CHECK(Bridge::read("X alert: " + std::string(100, 'a'))->alert.text.size() == 80);
  // What an alert says decides nothing.
  CHECK(Bridge::write(*Bridge::read("1NT alert: 15–17 ♠, é")) == "1NT alert: 15–17 ♠, é");
  CHECK(Bridge::write(*Bridge::read("2C alert asks")) == "2C alert: asks");
  CHECK(Bridge::write(*Bridge::read("2C alert: \x01")) == "2C alert");
  CHECK(Bridge::write(*Bridge::read("2C alert: a\tb\x1b[1m\xff")) ==
        "2C alert: a b [1m\xef\xbf\xbd");
  std::string cyrillic;
  for (int i = 0; i < 90; ++i) cyrillic += "ж";
  CHECK(Bridge::read("X alert: " + cyrillic)->alert.text.size() == 160);
  std::string spades;
  for (int i = 0; i < 90; ++i) spades += "♠";
  CHECK(Bridge::read("X alert: " + spades)->alert.text.size() == 53 * 3);
  for (const char* wrong : {"", "0C", "8C", "1", "1X", "NT", "1H", "T", "TH", "*", "H11",
                            "HT alert", "2C alarm", "2C alerts"}) {
    INFO(wrong);
    CHECK(Bridge::read(wrong).has_value() == (std::string(wrong) == "1H"));
  }
}

TEST_CASE("a rubber goes from deal to deal until a side has two games", "[bridge][rubber]") {
  CardTable table(setup(Scoring::rubber, {one_suit_each, one_suit_each, one_suit_each}));
  table.moves("2S pass pass pass").play_out();
  // 60 below; 5 overtricks and honours above.
  CHECK(table.last<Scored>().totals == std::array{60 + 150 + 150, 0});
  CHECK(table.last<Scored>().below == std::array{60, 0});
  CHECK(table.now.state.dealer == 1);
  CHECK(table.now.state.vulnerable == Vulnerable::none);
  table.moves("pass pass 5C pass pass pass").play_out();
  CHECK(table.last<Scored>().games == std::array{0, 1});
  CHECK(table.last<Scored>().below == std::array{0, 0});
  CHECK(table.now.state.dealer == 2);
  CHECK(table.now.state.vulnerable == Vulnerable::EW);
  CHECK(table.now.awaits_chance() == false);
  table.moves("pass 6C pass pass pass").play_out();
  CHECK(table.now.over());
  const int first = 100 + 2 * 20 + 150;
  const int second = 120 + 20 + 750 + 150 + 700;
  CHECK(Bridge::outcome(table.now.state).scores ==
        FixedVector<int, 16>{360, first + second, 360, first + second});
}

TEST_CASE("a rubber of passing players ends after its deals", "[bridge][rubber]") {
  Setup<Bridge> setup = bridge::test::setup(Scoring::rubber, {one_suit_each});
  setup.options.boards = 3;
  CardTable table(setup);
  table.moves("1NT pass pass pass").play_out();
  table.moves("1H pass pass pass");
  table.play_out();
  table.moves("pass pass pass pass");
  CHECK(table.now.over());
  CHECK(table.now.state.deal == 3);
}

TEST_CASE("a passed-out deal of a Chicago is dealt again by the same dealer", "[bridge][chicago]") {
  CardTable table(setup(Scoring::chicago, std::vector<std::string>(6, one_suit_each)));
  CHECK(table.now.state.vulnerable == Vulnerable::none);
  table.moves("4S pass pass pass").play_out();
  CHECK(table.now.state.dealer == 1);
  CHECK(table.now.state.vulnerable == Vulnerable::EW);
  table.moves("pass pass pass pass");
  CHECK(table.now.state.dealer == 1);
  CHECK(table.now.state.vulnerable == Vulnerable::EW);
  table.moves("4H pass pass pass").play_out();
  CHECK(table.now.state.dealer == 2);
  CHECK(table.now.state.vulnerable == Vulnerable::NS);
  table.moves("1D pass pass pass").play_out();
  CHECK(table.now.state.vulnerable == Vulnerable::all);
  table.moves("1C pass pass pass").play_out();
  CHECK(table.now.over());
  const int ns = (120 + 90 + 300 + 150) + (20 + 6 * 20 + 150);
  const int ew = (120 + 90 + 500 + 150) + (20 + 6 * 20 + 150 + 100);
  CHECK(Bridge::outcome(table.now.state).scores == FixedVector<int, 16>{ns, ew, ns, ew});
}

TEST_CASE("the variant of Chicago makes the other side vulnerable", "[bridge][chicago]") {
  Setup<Bridge> setup = bridge::test::setup(Scoring::chicago, {one_suit_each, one_suit_each});
  setup.options.nondealer_vulnerable = true;
  CardTable table(setup);
  table.moves("4S pass pass pass").play_out();
  CHECK(table.now.state.dealer == 1);
  CHECK(table.now.state.vulnerable == Vulnerable::NS);
}

TEST_CASE("impossible options and deals are refused", "[bridge]") {
  const auto why = [](const Setup<Bridge>& setup) {
    return std::string(Bridge::check(setup).text());
  };
  Setup<Bridge> imp = bridge::test::setup(Scoring::imp);
  imp.options.boards = 8;
  CHECK(why(imp) == "boards is for rubber and chicago: a match of the other scorings is one board");
  Setup<Bridge> rubber = bridge::test::setup(Scoring::rubber);
  rubber.options.boards = 0;
  CHECK(why(rubber) == "boards must be from 1 to 100000, not 0");
  rubber.options.boards = 8;
  CHECK(why(rubber).empty());
  rubber.options.nondealer_vulnerable = true;
  CHECK(why(rubber) == "nondealer_vulnerable is for chicago");
  CHECK(why(bridge::test::setup(Scoring::imp, {one_suit_each, one_suit_each})) ==
        "deal: more hands than the match has deals");
  Setup<Bridge> vulnerable = bridge::test::setup(Scoring::imp);
  vulnerable.deal.vulnerable = Vulnerable::NS;
  CHECK_FALSE(why(vulnerable).empty());
  Setup<Bridge> short_hand = bridge::test::setup(Scoring::imp, {one_suit_each});
  short_hand.deal.hands[0].of[0].erase(Card(cards::spades, cards::two));
  CHECK(why(short_hand) == "hands: North has 12 cards, not 13");
}
