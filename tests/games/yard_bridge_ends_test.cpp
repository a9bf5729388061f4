// Yard bridge where something runs out: the stock, a deal, a match, the players.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/match/match.hpp"
#include "tests/games/yard_bridge_table.hpp"

using namespace arena;
using namespace arena::yard_bridge;
using test::Layout;
using test::Table;

namespace {

/// All cards are dealt, and the dealer has nothing to cover the opening six with.
const Layout all_dealt{{"7H 8H 9H 10H QH KH AH 7C 8C 9C 10C QC KC AC 7D 8D 9D 6S",
                        "6C 6H 6D JS JC JH JD 7S 8S 9S 10S QS KS AS 10D QD KD AD"}};

/// Seat 0 is left with nothing that counts, seat 1 with 125.
const Layout jacks_and_aces{{"6H 6C 6D 7H 8H 9H 7C 9S", "JS JC JH JD AS AC AH 9C"}};

Options with_actions(int max_actions, int target = 125, int deals = 0) {
  Options options;
  options.max_actions = max_actions;
  options.target = target;
  options.deals = deals;
  return options;
}

}  // namespace

TEST_CASE("the pile without its top becomes the stock in the midst of a penalty", "[yard_bridge]") {
  Setup<YardBridge> setup =
      test::stacked({Layout{{"9C 9H 9D 6S 7S 8S 10S JS QS KS AS 6C 7C 10C JC 9S",
                             "8D 8C 8H 6H 7H 10H JH QH KH AH 6D 7D 10D JD QD KD"},
                            "QC KC AC AD"}});
  setup.deal.deals[0].shuffles.push_back({});
  for (const Card card : test::cards_of("9D 9C 9S 9H 8C 8D"))
    setup.deal.deals[0].shuffles[0].push_back(card);
  Table table(setup);
  table.play({"put 9C", "put 9H", "put 9D", "done"});
  table.play({"take", "put 8D", "put 8C", "put 8H"}).forget().play({"done"});
  CHECK(table.told(0) ==
        "take:0:2:KC AC\nskip:0\nshuffle:6\ntake:0:2:AD 9D\nskip:0\ntake:0:2:9C 9S\nskip:0\n");
  CHECK(table.told(1) == "take:0:2\nskip:0\nshuffle:6\ntake:0:2\nskip:0\ntake:0:2\nskip:0\n");
  CHECK(table.state().stock_left() == 3);
  CHECK(table.state().pile == CardSet::only(cards::read_card("8H").value()));
  CHECK(table.actor() == 1);
}

TEST_CASE("an uncovered six that nothing covers may be left when there is no card to take",
          "[yard_bridge]") {
  Table table(all_dealt);
  CHECK(table.legal() == "done");
  CHECK(table.refused("take") == "there is no card to take; legal: done.");
  table.play({"done"});
  SECTION("to the next player it is a card like any other") {
    CHECK(table.legal() ==
          "put 7S,put 8S,put 9S,put 10S,put JS,put QS,put KS,put AS,put 6C,put JC,"
          "put 6H,put JH,put 6D,put JD,done");
    table.play({"done"});
    CHECK(table.actor() == 0);
    CHECK(table.legal() == "done");
  }
  SECTION("but one that the hand can cover must be covered") {
    table.play({"put 6C"});
    CHECK(table.legal() == "put JS,put JC,put 6H,put JH,put 6D,put JD");
  }
  SECTION("as soon as there is a pile, there are cards to take") {
    table.play({"put KS", "done"});
    CHECK(table.legal() == "put KC,put KH,take");
    table.forget().play({"take"});
    CHECK(table.told(1) == "shuffle:1\ntake:0:1\n");
    CHECK(table.told(0) == "shuffle:1\ntake:0:1:6S\n");
  }
}

TEST_CASE("what cannot be taken is not taken", "[yard_bridge]") {
  Layout layout = all_dealt;
  layout.hands[0].replace(layout.hands[0].size() - 2, 2, "7S");
  layout.hands[1].replace(layout.hands[1].find("7S"), 2, "6S");
  Table table(layout);
  table.forget().play({"done"});
  CHECK(table.told(0) == "take:1:0\n");
  CHECK(table.told(1) == "take:1:0:\n");
  CHECK(table.count(1) == 18);
}

TEST_CASE("exactly 125 points become none", "[yard_bridge]") {
  Table table(jacks_and_aces, with_actions(1));
  table.forget().play({"done"});
  CHECK(table.told(0).starts_with("result:0 125:0 0\ndeal:2:1:0 0:"));
  CHECK_FALSE(table.over());
}

TEST_CASE("who goes above the target has lost, and the match ends after that deal",
          "[yard_bridge]") {
  Table table(jacks_and_aces, with_actions(1, 124));
  table.forget().play({"done"});
  CHECK(table.told(0) == "result:0 125:0 125\nover:1 2\n");
  CHECK(table.over());
  CHECK(YardBridge::outcome(table.state()).end == "played out");
  CHECK(YardBridge::outcome(table.state()).scores == FixedVector<int, most_seats>{0, 125});
}

TEST_CASE("in a match of a fixed number of deals the target has no effect", "[yard_bridge]") {
  Setup<YardBridge> setup =
      test::stacked({jacks_and_aces, Layout{jacks_and_aces.hands, "", 1}}, with_actions(1, 125, 2));
  Table table(setup);
  table.forget().play({"done"});
  CHECK(table.told(0).starts_with("result:0 125:0 125\ndeal:2:1:0 125:"));
  table.forget().play({"done"});
  CHECK(table.told(1) == "result:0 125:0 250\nover:1 2\n");
  CHECK(table.over());
}

TEST_CASE("the dealers go round, and every deal counts its own actions", "[yard_bridge]") {
  Setup<YardBridge> setup = test::setup_for(3, with_actions(2, 125, 4));
  setup.seed = {7, 2};
  Table table(setup);
  for (int deal = 1; deal <= 4; ++deal) {
    CHECK(table.state().deal == deal);
    CHECK(table.state().dealer == (2 + deal - 1) % 3);
    for (int action = 0; action < 2; ++action)
      table.apply(YardBridge::fallback(table.view(table.actor())));
  }
  CHECK(table.over());
}

TEST_CASE("a deal that goes on too long is scored as it stands", "[yard_bridge]") {
  const Layout layout{{"7H KS 7S", "QD AC JC"}, "10H 10D"};
  SECTION("after a put that is not followed by done, the cards have done nothing") {
    Table table(layout, with_actions(1));
    table.forget().play({"put 7H"});
    CHECK(table.told(0).starts_with("put:0:7H\nresult:10 45:10 45\n"));
  }
  SECTION("after a done its cards take full effect first") {
    Table table(layout, with_actions(2));
    table.play({"put 7H"}).forget().play({"done"});
    CHECK(table.told(1).starts_with("take:1:2:10H 10D\nresult:10 65:10 65\n"));
  }
}

TEST_CASE("the fall-back takes, else puts the first card that fits, else is done",
          "[yard_bridge]") {
  Table table(Layout{{"9H 8C JD JH 9S", "QD AC QC KD KC"}, "7H"});
  const auto next = [&table] { return YardBridge::write(YardBridge::fallback(table.view(0))); };
  CHECK(next() == "put 9H");
  table.play({"put 9H"});
  CHECK(next() == "done");
  table.play({"done", "take", "done"});
  CHECK(next() == "take");
  table.play({"take"});
  CHECK(next() == "put JH H");
}

TEST_CASE("the others play on when one forfeits, and he comes last", "[yard_bridge]") {
  Table table(jacks_and_aces, with_actions(2, 124));
  table.forfeit();
  CHECK_FALSE(table.over());
  CHECK(table.actor() == 0);
  table.forget().play({"done", "put 9C"});
  CHECK(table.told(1) == "put:1:9C\nresult:0 125:0 125\nover:2 1\n");
  CHECK(YardBridge::outcome(table.state()).end == "played out");
}

TEST_CASE("when all have forfeited the match ends at once", "[yard_bridge]") {
  Table table(Layout{{"9H KS 9S", "QD AC QC"}});
  table.forfeit();
  table.play({"done"});
  table.forfeit();
  CHECK(table.over());
  CHECK(YardBridge::outcome(table.state()).end == "forfeit");
  CHECK(YardBridge::outcome(table.state()).scores == FixedVector<int, most_seats>{0, 0});
}

TEST_CASE("the moves of a seat that is gone stand in the record as the arbiter's",
          "[yard_bridge]") {
  const auto setup = test::stacked({jacks_and_aces}, with_actions(1, 124));
  Match<YardBridge> match(setup);
  Answered<YardBridge> gone;
  gone.last = Fault{FaultKind::exit, "gone"};
  match.commit(0, gone);
  auto answer = fallback_answer(match, 0);
  match.commit(0, answer);
  Record record;
  match.finish(record);
  REQUIRE(record.moves.size() == 1);
  CHECK(record.moves[0].by_arbiter);
  CHECK(record.moves[0].text == "put 9H");
  CHECK(record.places == std::vector<int>{2, 1});
}
