// Double-dummy analysis: known deals, par, wrong requests, and the bots that use it.
#include <algorithm>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "games/bridge/bots/solving_bots.hpp"
#include "games/bridge/double_dummy.hpp"
#include "tests/games/bridge_table.hpp"

using namespace arena;
using namespace arena::bridge;
using namespace arena::bridge::test;

namespace {

const std::string even_deal =
    "N:84.Q53.K752.Q973 AJ2.A82.QJT6.A86 KQT96.KJ4.A94.KJ 753.T976.83.T542";
const std::string played_deal =
    "N:53.92.K42.KT5432 QT2.KT876.AQ986. A9876.A43.T53.J8 KJ4.QJ5.J7.AQ976";
/// The play of `played_deal` in 2C by South; West leads.
const std::string played_cards =
    "HJ H9 H7 H3 DJ D2 D8 D3 HQ H2 HK H4 D6 D5 D7 D4 SJ S3 ST S7 C7 C4 HT CJ C8 C6 C2 H8 "
    "HA H5 S5 H6 S9 S4 CK SQ DK DA DT CA C9 C5 S2 S6 SK CT DQ SA C3 D9 S8 CQ";

TrickTable table_of(const std::string& deal) {
  const auto table = DoubleDummy().table(hands(deal).of);
  REQUIRE(table);
  return *table;
}

/// "3NT by N, made 9; 3NT by S, made 9".
std::string par_text(const TrickTable& table, Seat dealer, Vulnerable vulnerable) {
  const Par best = par(table, dealer, vulnerable);
  std::string text = optimum_text(best);
  for (const Contract& contract : best.contracts)
    text += "; " + outcome_text(contract, table.tricks(contract.declarer, contract.strain));
  return text;
}

TrickTable same_for(int north_south, int east_west) {
  TrickTable table;
  for (Seat seat = 0; seat < seat_count; ++seat)
    table.won[index_of(seat)].fill(
        static_cast<std::uint8_t>(side_of(seat) == 0 ? north_south : east_west));
  return table;
}

/// The answer of the helper program itself.
std::string raw_answer(const std::string& request) {
  HelperProcess helper(helper_program("double_dummy"));
  const auto answer = helper.ask({&request, 1}).front();
  REQUIRE(answer);
  return *answer;
}

/// The moves of a board; each bot makes legal moves only. North and South look at the calls.
std::string played_board(int board, TableCache& cache) {
  Setup<Bridge> setup = bridge::test::setup();
  setup.seed = {mix_seed(7, "board", static_cast<std::uint64_t>(board)), board};
  std::vector<std::unique_ptr<Bot<Bridge>>> bots;
  for (Seat seat = 0; seat < seat_count; ++seat) {
    const BotSetup<Bridge> own{setup.options, seat_count, seat,
                               mix_seed(setup.seed.seed, "bot", static_cast<std::uint64_t>(seat)),
                               &cache};
    const bool uses_calls = side_of(seat) == 0;
    bots.push_back(make_solving_bot(own, {2, uses_calls, uses_calls}));
  }
  std::string played;
  Position<Bridge> now(setup);
  for (Seats due = now.actors(); !due.empty(); due = now.actors()) {
    const View view = now.view(due.front());
    const Move move = bots[index_of(due.front())]->move(view);
    REQUIRE_FALSE(Bridge::check(view, move));
    played += text_of(move) + ' ';
    now.apply(due.front(), move);
  }
  return played;
}

}  // namespace

TEST_CASE("double-dummy tricks of known deals", "[bridge][double_dummy]") {
  CHECK(tricks_text(table_of(even_deal)) ==
        "99898"
        "99888"
        "43544"
        "43544");
  CHECK(tricks_text(table_of(played_deal)) == "442354423599ba799ba7");
  const TrickTable whole_suits = table_of(one_suit_each);
  CHECK(whole_suits.tricks(0, Strain::spades) == 13);
  CHECK(whole_suits.tricks(0, Strain::hearts) == 0);
  CHECK(whole_suits.tricks(0, Strain::notrump) == 0);
}

TEST_CASE("a table of tricks as text", "[bridge][double_dummy]") {
  const auto table = read_tricks("442354423599ba799BA7");
  REQUIRE(table);
  CHECK(tricks_text(*table) == "442354423599ba799ba7");
  CHECK(table_text(*table) ==
        "        NT   S   H   D   C\n"
        "North    4   4   2   3   5\n"
        "South    4   4   2   3   5\n"
        "East     9   9  11  10   7\n"
        "West     9   9  11  10   7\n");
  CHECK_FALSE(read_tricks("442354423599ba799ba"));
  CHECK_FALSE(read_tricks("442354423599ba799bae"));
}

TEST_CASE("par by dealer and vulnerability", "[bridge][double_dummy]") {
  const TrickTable even = *read_tricks("99898998884354443544");
  CHECK(par_text(even, 0, Vulnerable::none) == "NS 400; 3NT by N, made 9; 3NT by S, made 9");
  const TrickTable played = *read_tricks("442354423599ba799ba7");
  for (Seat dealer = 0; dealer < seat_count; ++dealer) {
    CHECK(par_text(played, dealer, Vulnerable::none) ==
          "EW 450; 4H by E, made 11; 4H by W, made 11");
    CHECK(par(played, dealer, Vulnerable::NS).score == -450);
    CHECK(par(played, dealer, Vulnerable::EW).score == -650);
    CHECK(par(played, dealer, Vulnerable::all).score == -650);
  }
}

TEST_CASE("par of a deal that both sides can make depends on the dealer",
          "[bridge][double_dummy]") {
  const TrickTable one_each = same_for(7, 7);
  CHECK(par_text(one_each, 0, Vulnerable::none) == "NS 90; 1NT by N, made 7; 1NT by S, made 7");
  CHECK(par_text(one_each, 3, Vulnerable::none) == "EW 90; 1NT by E, made 7; 1NT by W, made 7");
  CHECK(par_text(same_for(6, 6), 0, Vulnerable::none) == "NS 0");
}

TEST_CASE("par sacrifices", "[bridge][double_dummy]") {
  // North and South make 4S. East and West make 9 tricks in clubs.
  TrickTable table = same_for(4, 3);
  for (const Seat seat : {0, 2}) table.won[index_of(seat)][3] = 10;
  for (const Seat seat : {1, 3}) table.won[index_of(seat)][0] = 9;
  CHECK(par_text(table, 0, Vulnerable::none) == "NS 300; 5CX by E, 2 down; 5CX by W, 2 down");
  CHECK(par_text(table, 0, Vulnerable::NS) == "NS 300; 5CX by E, 2 down; 5CX by W, 2 down");
  CHECK(par_text(table, 0, Vulnerable::EW) == "NS 420; 4S by N, made 10; 4S by S, made 10");
}

TEST_CASE("the value of each card", "[bridge][double_dummy]") {
  DoubleDummy solver;
  const Hands deal = hands(played_deal);
  const TrickTable table = table_of(played_deal);
  const PlayPosition lead{deal.of, Strain::clubs, 3, {}};
  const auto values = solver.solve({&lead, 1}).front();
  REQUIRE(values);
  CHECK(values->size() == 13);
  CHECK(std::ranges::max(*values, {}, &CardTricks::tricks).tricks ==
        13 - table.tricks(2, Strain::clubs));
  // The last trick but one: East leads and can only win with the ace first.
  PlayPosition end{hands("N:.32.. .A4.. .K5.. .76..").of, Strain::notrump, 1, {}};
  std::map<std::string, int> by_card;
  const auto ends = solver.solve({&end, 1}).front();
  REQUIRE(ends);
  for (const auto& [card, tricks] : *ends) by_card[text_of(card)] = tricks;
  CHECK(by_card == std::map<std::string, int>{{"HA", 1}, {"H4", 1}});
  end.hands[1].erase(*read_card("H4"));
  end.on_table.push_back(*read_card("H4"));
  const auto follows = solver.solve({&end, 1}).front();
  REQUIRE(follows);
  by_card.clear();
  for (const auto& [card, tricks] : *follows) by_card[text_of(card)] = tricks;
  CHECK(by_card == std::map<std::string, int>{{"HK", 1}, {"H5", 0}});
}

TEST_CASE("what each card of a play costs", "[bridge][double_dummy]") {
  std::vector<Card> cards;
  for (const std::string& word : words(played_cards)) cards.push_back(*read_card(word));
  REQUIRE(cards.size() == pack_size);
  const auto tricks = DoubleDummy().play({hands(played_deal).of, Strain::clubs, 3, cards});
  REQUIRE(tricks);
  REQUIRE(tricks->size() == cards.size() + 1);
  CHECK(tricks->front() == 5);
  CHECK(tricks->back() == 5);
  for (std::size_t i = 0; i < cards.size(); ++i)
    CHECK(std::abs((*tricks)[i + 1] - (*tricks)[i]) <= 13);
}

TEST_CASE("a side may win every trick, and the other none", "[bridge][double_dummy]") {
  const Hands deal = hands("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432");
  for (const Seat leader : {0, 1}) {
    const auto tricks = DoubleDummy().play({deal.of, Strain::spades, leader, {}});
    REQUIRE(tricks);
    CHECK(*tricks == std::vector<int>{leader == 0 ? 0 : 13});
  }
}

TEST_CASE("wrong deals do not reach libdds", "[bridge][double_dummy]") {
  for (const std::string request : {
           "table N:84.Q53.K752.Q97 AJ2.A82.QJT6.A86 KQT96.KJ4.A94.KJ 753.T976.83.T542",
           "table N:84.Q53.K752.Q9732 AJ2.A82.QJT6.A86 KQT96.KJ4.A94.KJ 753.T976.83.T54",
           "table N:84.Q53.K752.Q973 AJ2.A82.QJT6.A86 KQT96.KJ4.A94.KJ 853.T976.83.T542",
           "table N:...",
           "table",
           "",
           "nonsense",
           "solve",
           "solve NT N - N:... ... ... ...",
           "solve NT X - N:A... K... Q... J...",
           "solve NT N - N:A... K... Q... ...",
           "solve NT N - N:A... K... Q... A...",
           "solve NT N SK N:A... Q... J... T...",
           "solve NT N H2 N:S... K.3.. .. T...",
           "solve NT N SASKSQSJ N:.2.. .3.. .4.. .5..",
           "solve NT N SAH2 N:... K... Q... J...",
           "solve Z N - N:A... K... Q... J...",
           "play NT N H2 N:84.Q53.K752.Q973 AJ2.A82.QJT6.A86 KQT96.KJ4.A94.KJ 753.T976.83.T542",
           "play NT N S8H2 N:84.Q53.K752.Q973 AJ2.A82.QJT6.A86 KQT96.KJ4.A94.KJ 753.T976.83.T542",
       }) {
    INFO(request);
    CHECK(raw_answer(request).starts_with("error: "));
  }
  CHECK(raw_answer("solve NT N SA N:.2.. K.3.. Q.4.. J.5..").starts_with("SK=1"));
}

TEST_CASE("several threads solve at the same time", "[bridge][double_dummy]") {
  DoubleDummy solver;
  std::vector<std::string> expected;
  for (std::uint64_t i = 0; i < 3; ++i)
    expected.push_back(tricks_text(*solver.table(dealt_hands(i, 1, 0).of)));
  std::vector<std::string> found(expected.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < found.size(); ++i) {
    threads.emplace_back([&, i] {
      if (const auto table = solver.table(dealt_hands(i, 1, 0).of)) found[i] = tricks_text(*table);
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(found == expected);
}

TEST_CASE("bots that solve deals play by the rules, and the same again", "[bridge][double_dummy]") {
  TableCache cache;
  for (const int board : {0, 1, 2}) {
    const std::string first = played_board(board, cache);
    CHECK(played_board(board, cache) == first);
  }
}
