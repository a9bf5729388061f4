// The bidding system of the built-in bots: single calls, and laws that hold for all deals.
#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "games/bridge/bidding/card.hpp"
#include "games/bridge/bidding/system.hpp"
#include "games/bridge/deal.hpp"
#include "tests/games/bridge_table.hpp"

using namespace arena;
using namespace arena::bridge;
using namespace arena::bridge::test;

namespace {

/// The auction after these calls; the dealer is chosen so that North is to call.
AuctionReader auction_after(const std::string& calls) {
  const std::vector<std::string> said = words(calls);
  AuctionReader auction(after(0, 4 - static_cast<int>(said.size()) % 4), Vulnerable::none);
  for (const std::string& word : said) auction.add(word == "-" ? Call::pass() : *read_call(word));
  REQUIRE(auction.caller() == 0);
  return auction;
}

CardSet hand_of(const std::string& hand) {
  Hands read;
  REQUIRE(from_text("N:" + hand + " ... ... ...", read));
  REQUIRE(read.of[0].size() == hand_size);
  return read.of[0];
}

/// What North calls with this hand after these calls: "2D alert: transfer: 5+ hearts".
std::string move_with(const std::string& hand, const std::string& calls = "") {
  return text_of(system_call(auction_after(calls), hand_of(hand)));
}
std::string call_with(const std::string& hand, const std::string& calls = "") {
  return text_of(system_call(auction_after(calls), hand_of(hand)).call());
}

std::array<CardSet, seat_count> random_hands(Rng& rng) {
  FixedVector<Card, pack_size> pack;
  for (const Card card : whole_pack) pack.push_back(card);
  rng.shuffle(pack);
  std::array<CardSet, seat_count> hands{};
  for (std::size_t i = 0; i < pack.size(); ++i) hands[i / hand_size].insert(pack[i]);
  return hands;
}

std::string written(const std::array<CardSet, seat_count>& hands, const AuctionReader& auction) {
  std::string text = to_text(Hands{hands, 0});
  text += fmt::format(", dealer {}:", seat_letters[index_of(auction.auction().dealer())]);
  for (const Call call : auction.auction().calls()) text += " " + text_of(call);
  return text;
}

}  // namespace

TEST_CASE("openings go by points and shape", "[bridge][bidding]") {
  CHECK(call_with("AKJ52.K4.Q83.T62") == "1S");
  CHECK(call_with("K4.AKJ52.Q83.T62") == "1H");
  CHECK(call_with("AK32.K4.QJ83.T62") == "1D");
  CHECK(call_with("AK32.K42.QJ8.T62") == "1C");
  CHECK(call_with("AK32.K42.QJ8.AT6") == "1NT");
  CHECK(call_with("AK32.KQ2.AQ8.KT6") == "2NT");
  CHECK(call_with("AKQJ2.KQ2.AQ8.K6") == "2C");
  CHECK(call_with("KQJ952.42.Q83.62") == "2S");
  CHECK(call_with("7.KQJ9532.83.J62") == "3H");
  CHECK(call_with("KQJ95.42.Q83.J62") == "pass");
  CHECK(call_with("KQJ952.42.Q83.62", "- - -") == "pass");  // no weak bids in the fourth seat
}

TEST_CASE("five calls that a club expects", "[bridge][bidding]") {
  SECTION("a reverse is not passed") {
    CHECK(call_with("KJ843.972.J84.62", "1C - 1S - 2D -") != "pass");
    CHECK(call_with("KJ843.972.J84.62", "1D - 1S - 2H -") != "pass");
  }
  SECTION("game is not missed after two over one") {
    CHECK(call_with("K4.Q72.A984.KJ62", "1S - 2C - 2S -") != "pass");
    CHECK(call_with("AQJ652.K4.Q83.62", "1S - 2C - 2S - 2NT -") != "pass");
    CHECK(call_with("A4.Q72.K984.KJ62", "1S - 2C - 2D - 2NT - 3NT -") == "pass");
  }
  SECTION("Stayman does not lead past 3NT") {
    CHECK(call_with("KQ84.A5.KJ83.965", "1NT - 2C - 2H -") == "3NT");
    CHECK(call_with("K984.AQ52.KJ8.A6", "1NT - 2C - 2H - 3NT -") == "4S");
    CHECK(call_with("K98.AQ52.KJ84.A6", "1NT - 2C - 2H - 3NT -") == "pass");
    CHECK(call_with("KQ84.AJ52.KJ8.96", "1NT - 2C - 2D -") == "3NT");
  }
  SECTION("no slam without two aces") {
    CHECK(call_with("KQ84.KQJ5.A83.KQ", "1S - 2NT - 4S - 4NT - 5C -") == "5S");
    CHECK(call_with("KQ84.AKQ5.A83.K2", "1S - 2NT - 4S - 4NT - 5D -") == "6S");
  }
  SECTION("a takeout double of 3S is not passed with three small spades") {
    CHECK(call_with("952.J8643.Q83.T6", "3S X -") == "4H");
    CHECK(call_with("952.643.Q83.T962", "3S X -") == "4C");
    CHECK(call_with("952.643.Q832.T96", "3S X -") == "4D");
  }
}

TEST_CASE("responses to a major: raises by points, new suits, 1NT", "[bridge][bidding]") {
  CHECK(call_with("Q53.K842.J83.962", "1S -") == "2S");
  CHECK(call_with("Q53.KQ42.A83.962", "1S -") == "3S");
  CHECK(move_with("Q532.KQ42.AK3.62", "1S -") == "2NT alert: game raise: 13+ points, 4+ spades");
  CHECK(call_with("Q5432.KJ842.3.96", "1S -") == "4S");
  CHECK(move_with("Q532.AQ42.3.K962", "1S -") ==
        "4D alert: splinter: 13 to 16 points, 4+ spades, at most 1 diamond, forcing to game");
  CHECK(call_with("953.9842.J83.962", "1S -") == "pass");
  CHECK(call_with("95.KQ842.J83.962", "1S -") == "1NT");
  CHECK(call_with("KQ84.95.J83.9652", "1H -") == "1S");
  CHECK(call_with("95.AKJ84.QJ3.K65", "1S -") == "2H");
  CHECK(call_with("95.AJ4.QJ3.AK652", "1S -") == "2C");
  CHECK(call_with("95.AJ4.QJ3.AK652", "- 1S -") == "2C");
  CHECK(call_with("95.AJ4.QJ3.QJ652", "- - 1S -") == "1NT");  // passed before
}

TEST_CASE("1NT: Stayman, transfers, invitations", "[bridge][bidding]") {
  CHECK(move_with("KQ84.A5.J83.9652", "1NT -") == "2C alert: Stayman: 7+ points");
  CHECK(call_with("K84.A5.KJ83.9652", "1NT -") == "3NT");
  CHECK(move_with("98543.A5.J83.965", "1NT -") == "2H alert: transfer: 5+ spades");
  CHECK(call_with("98543.A5.J83.965", "1NT - 2H - 2S -") == "pass");
  CHECK(call_with("5.A98543.J83.965", "1NT -") == "2D");
  CHECK(call_with("5.AQ8543.KJ3.965", "1NT -") == "4D");
  CHECK(call_with("5.AQ8543.KJ3.965", "1NT - 4D - 4H -") == "pass");
  CHECK(call_with("54.AQ854.KJ3.965", "1NT - 2D - 2H -") == "3NT");
  CHECK(call_with("A53.K92.AJ82.KT4", "1NT - 2D - 2H - 3NT -") == "4H");
  CHECK(call_with("985.A54.J83.9652", "1NT -") == "pass");
  CHECK(call_with("AK32.K42.QJ8.AT6", "1NT - 2C -") == "2S");
  CHECK(call_with("AK3.K42.QJ82.AT6", "1NT - 2C -") == "2D");
  CHECK(call_with("AK3.KJ2.QJ82.AQ6", "1NT -") == "6NT");
  CHECK(call_with("AK3.KJ2.QJ82.QT6", "1NT -") == "4NT");
  CHECK(call_with("KQ84.A5.J83.9652", "2NT -") == "3C");
}

TEST_CASE("opener's rebids", "[bridge][bidding]") {
  CHECK(call_with("K84.AJ5.KQ83.962", "1D - 1S -") == "1NT");
  CHECK(call_with("KQ84.A5.KQ832.62", "1D - 1S -") == "3S");
  CHECK(call_with("KQ84.J5.KQ832.62", "1D - 1S -") == "2S");
  CHECK(call_with("4.AKJ5.AKQ83.962", "1D - 1S -") == "2H");
  CHECK(call_with("4.AKJ52.AQ83.962", "1H - 1S -") == "2D");
  CHECK(call_with("K4.AKJ2.AQ83.Q62", "1D - 1S -") == "2NT");
  CHECK(call_with("K4.AKJ952.Q83.62", "1H - 1NT -") == "2H");
  CHECK(call_with("AKJ52.K94.Q83.62", "1S - 1NT -") == "2D");
  CHECK(call_with("AKJ52.K94.Q83.62", "- - 1S - 1NT -") == "pass");  // partner has passed before
  CHECK(move_with("AK952.K94.3.QJ62", "1S - 2NT -") == "3D alert: short: at most 1 diamond");
  CHECK(call_with("AKQJ2.KQ2.AQ8.K6", "2C - 2D -") == "2NT");
  CHECK(call_with("AKQJ72.AK2.AQ8.6", "2C - 2D -") == "2S");
}

TEST_CASE("responder's rebids: checkback, the fourth suit", "[bridge][bidding]") {
  CHECK(call_with("KJ843.A72.QJ4.62", "1C - 1S - 1NT -") == "2C");
  CHECK(call_with("Q94.K93.A82.KT83", "1C - 1S - 1NT - 2C -") == "2S");
  CHECK(call_with("KJ843.972.J84.62", "1C - 1S - 1NT -") == "2S");
  CHECK(move_with("AJ843.K72.94.AJ6", "1D - 1S - 2C -") ==
        "2H alert: fourth suit: 12+ points, forcing to game");
}

TEST_CASE("slams: Blackwood and its answers", "[bridge][bidding]") {
  CHECK(call_with("KQ84.AKQ5.A83.K2", "1S - 2NT - 4S -") == "4NT");
  CHECK(call_with("AJ976.2.KQ42.A53", "1S - 2NT - 3H - 4NT -") == "5H");
  CHECK(call_with("AJ976.2.KQ42.A53", "1S - 2NT - 3H - 4NT - 5H - 6S -") == "pass");
}

TEST_CASE("overcalls, takeout doubles and their answers", "[bridge][bidding]") {
  CHECK(call_with("AQJ52.K4.983.T62", "1D") == "1S");
  CHECK(call_with("AQ52.KJ94.3.KT62", "1D") == "X");
  CHECK(call_with("AQ5.KJ9.KQ3.KT62", "1D") == "1NT");
  CHECK(call_with("9752.K4.983.T652", "1D X -") == "1S");
  CHECK(call_with("AJ752.K4.983.T65", "1D X -") == "2S");
  CHECK(call_with("J9842.72.A83.T65", "1D X XX") == "1S");
  CHECK(call_with("84.K53.9652.J842", "2S X -") == "2NT");
  CHECK(call_with("AQ94.K5.KJ84.A62", "2S X - 2NT -") == "3C");
  CHECK(call_with("K84.Q53.A962.J42", "1D 1S -") == "2S");
  CHECK(call_with("K84.QJ3.A96.KJ42", "1D 1S -") == "2D");
  CHECK(call_with("AQJ52.4.KJ832.A6", "1S 2H - -") == "X");
}

TEST_CASE("calls over interference: negative doubles, raises, the law of total tricks",
          "[bridge][bidding]") {
  CHECK(move_with("K84.AJ53.96.T842", "1D 1S") == "X");
  CHECK(call_with("K842.A53.96.KJ42", "1S 2D") == "3D");
  CHECK(call_with("K842.A53.96.9842", "1S 2D") == "3S");
  CHECK(call_with("K84.A53.T96.9842", "1S 2D") == "2S");
  CHECK(call_with("84.AKJ53.Q96.K84", "1S 2D") == "2H");
  CHECK(call_with("84.AJ53.KQ6.K842", "1S X") == "XX");
}

TEST_CASE("opponents cannot stop a convention", "[bridge][bidding]") {
  CHECK(call_with("A53.K92.AJ82.KT4", "1NT - 2D X") == "2H");
  CHECK(call_with("A53.K92.AJ82.KT4", "1NT - 2C X") == "2D");
  CHECK(call_with("A53.K92.AJ82.KT4", "1NT X 2D -") == "2H");
  CHECK(call_with("8.J94.K8532.9642", "2C X") == "2D");
  CHECK(call_with("AKQJ2.K2.AQ84.K6", "2C 2H - -") == "2S");
  CHECK(call_with("AKQ2.A2.AQ83.KJ6", "2C 2H - -") == "X");
  // Partner passed the double: the caller does not play there.
  for (const auto& [hand, calls] :
       {std::pair("K9854.43.AJ5.J62", "1NT - 2H X - -"),
        std::pair("K985.A43.AJ5.J62", "1NT - 2C X - -"),
        std::pair("5.AJ54.KQ65.J862", "1S - 2C X - -"), std::pair("AKQJ2.KQ2.AQ8.K6", "2C X - -"),
        std::pair("KQ84.K53.A642.62", "1S - 2NT X - -"),
        std::pair("K842.A53.96.KJ42", "1S 2D 3D X - -")})
    CHECK(call_with(hand, calls) != "pass");
}

TEST_CASE("a bid of a suit shows it, and partner finds the fit", "[bridge][bidding]") {
  CHECK(call_with("AQJ52.K42.83.K96", "1S - 2C - 2NT - 3S -") == "4S");
  CHECK(call_with("A954.K4.KQ984.Q3", "1D 1H X -") == "2S");
  CHECK(call_with("AK95.4.AKQ984.Q3", "1D 1H X -") == "4S");
  CHECK(call_with("AQJ5.4.KJ73.AK62", "1H X - 1S -") == "3S");
  CHECK(call_with("AQ52.KJ94.3.AK62", "1D X - 1H -") == "3H");
  CHECK(call_with("AQ52.KJ94.3.KT62", "1D X - 2D -") == "2H");
  CHECK(call_with("KJ5.2.AQJ94.KQ86", "1D - 1S - 2C - 2H -") == "2S");
  CHECK(call_with("K5.72.AQJ94.KQ86", "1D - 1S - 2C - 2H -") != "3NT");
  CHECK(call_with("KQJ98.AQ742.K3.6", "1NT - 2H - 2S -") == "3H");
  CHECK(call_with("KQJ952.Q82.83.96", "2S - 3H -") == "4H");
  CHECK(call_with("KQJ952.2.8632.96", "2S - 3H -") == "3S");
}

TEST_CASE("strong hands overcall, notrump needs their suit stopped", "[bridge][bidding]") {
  CHECK(call_with("AK9542.AK4.K9.84", "1H") == "1S");
  CHECK(call_with("KQT.AJ9876.7.AK4", "1S") == "2H");
  CHECK(call_with("2.AKJ985.A94.KT2", "3S") == "4H");
  CHECK(call_with("AQ842.A5.KJ53.62", "1S X XX 2C") != "3NT");
  CHECK(call_with("KQ98.84.A973.862", "1NT 2H") == "X");
  CHECK(call_with("A964.53.K643.A82", "1S 4H") == "4S");
}

TEST_CASE("weak hands get out", "[bridge][bidding]") {
  CHECK(call_with("5.4.QJ98762.J862", "1NT -") == "2S");
  CHECK(call_with("5.4.QJ98762.J862", "1NT - 2S - 3C -") == "3D");
  CHECK(call_with("5.KQJ9652.84.752", "1S - 1NT - 2C -") == "2H");
  CHECK(call_with("54.6.QJ9.KJ97652", "1S - 1NT - 2D -") == "3C");
  CHECK(call_with("KJT94.52.A832.T4", "3S X -") == "pass");
  CHECK(call_with("952.J4.J832.T964", "4S X -") == "pass");
}

TEST_CASE("what a player shows narrows with each call", "[bridge][bidding]") {
  const AuctionReader auction = auction_after("1H - 1S - 3H - - -");
  CHECK((auction.own().points == Range{17, 20}));
  CHECK(auction.own().of(Strain::hearts) == 6);
  CHECK(auction.partner().points.least == 6);
  CHECK(auction.partner().of(Strain::spades) == 4);
}

TEST_CASE("laws of the system, in all auctions of many deals", "[bridge][bidding]") {
  Rng rng(20);
  int slams = 0;
  for (int deal = 0; deal < 3000; ++deal) {
    const auto hands = random_hands(rng);
    const auto strength = [&](Seat seat) { return Strength(hands[index_of(seat)]); };
    AuctionReader auction(deal % seat_count, static_cast<Vulnerable>(deal / seat_count % 4));
    std::array<bool, seat_count> had_to_lie{};  // a last resort may have another length than shown
    while (!auction.auction().over()) {
      const Seat caller = auction.caller();
      const Rules rules = system_rules(auction);
      const Rule* const rule = rules.rule(strength(caller));
      INFO(written(hands, auction));
      REQUIRE(rule != nullptr);
      const Call call = rule->call;
      const auto message = rules.message(call);
      REQUIRE(message);
      REQUIRE(text_of(*message).size() <= 80);  // alerts have so many characters
      // A takeout double may be passed, with trumps.
      if (call == Call::pass() && auction.partner().meaning != Meaning::takeout)
        REQUIRE_FALSE(auction.forced());
      auction.add(call);
      bool& lied = had_to_lie[index_of(caller)];
      lied = lied || rule->is_last_resort;
      for (const Strain suit : suits_down) {
        const Range shown = auction.shown(caller).length[static_cast<std::size_t>(suit)];
        REQUIRE((lied || shown.contains(strength(caller).of(suit))));
      }
    }
    const Contract contract = auction.auction().contract();
    if (contract.level < 6) continue;
    ++slams;
    INFO(written(hands, auction));
    CHECK(strength(contract.declarer).aces + strength(partner_of(contract.declarer)).aces >= 3);
  }
  CHECK(slams > 50);
}

TEST_CASE("any auction is understood: the calls of other systems, and of no system",
          "[bridge][bidding]") {
  Rng rng(21);
  for (int deal = 0; deal < 1000; ++deal) {
    const auto hands = random_hands(rng);
    AuctionReader auction(deal % seat_count, Vulnerable::none);
    while (!auction.auction().over()) {
      const Seat caller = auction.caller();
      const Moves legal = Moves::of_calls(auction.legal());
      INFO(written(hands, auction));
      const Call own = system_call(auction, hands[index_of(caller)]).call();
      REQUIRE(legal.contains(own));
      // Half of the calls are the system's; of the others low bids are more likely.
      const auto random = rng.below(std::min<std::size_t>(legal.size(), 8));
      auction.add(rng.below(2) == 0 ? own : legal[random].call());
    }
  }
}

TEST_CASE("the page of bridge has the convention card, in both languages", "[bridge][bidding]") {
  for (const std::string page : {"docs/bridge.md", "docs/ru/bridge.md"}) {
    std::ifstream file(std::string(ARENA_TESTS) + "/../" + page);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    CHECK_THAT(text, Catch::Contains("```text\n" + convention_card() + "```\n"));
  }
}
