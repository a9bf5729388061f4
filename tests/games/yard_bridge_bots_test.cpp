// The built-in bots of yard bridge: single turns.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "games/yard_bridge/odds.hpp"
#include "tests/games/yard_bridge_table.hpp"

using namespace arena;
using namespace arena::yard_bridge;
using test::Layout;
using test::Table;

namespace {

std::string move_of(std::string_view name, const View& view) {
  const auto& bot = *std::ranges::find(builtins(), name, &Builtin<YardBridge>::name);
  return YardBridge::write(bot.make({.seats = view.seats, .seat = view.seat})->move(view));
}
std::string loaders_move(const View& view) { return move_of("loader", view); }
std::string loaders_move(const Table& table) { return loaders_move(table.view(table.actor())); }

/// Seat 0 has put the first of its last two nines, and may end the deal with the other; each
/// opponent holds one card.
View last_card(int seats) {
  const std::vector<Layout> layouts{
      {{"9H 9C", "KD 9S"}, "", 1},
      {{"9H 9C", "QD AD", "KD 9S"}, "", 2},
  };
  Table table(layouts[static_cast<std::size_t>(seats - 2)]);
  table.play({"done", "put 9H"});
  return table.view(0);
}

}  // namespace

TEST_CASE("shed puts the card that costs most, but keeps its jacks", "[yard_bridge]") {
  const Table table(Layout{{"8S KS JS", "QD AC KC"}});
  View view = table.view(table.actor());
  for (const auto& [cards, put] : {std::pair("9S AS KS JS", "put AS"),
                                   std::pair("9S KS JS", "put KS"), std::pair("9S JS", "put 9S")}) {
    view.puts = {};
    for (const Card card : test::cards_of(cards)) view.puts.insert(card);
    CHECK(move_of("shed", view) == put);
  }
}

TEST_CASE("loader ends a deal in a turn of several cards", "[yard_bridge]") {
  Table table(Layout{{"AS 9S AH", "QD AC KC"}});
  CHECK(loaders_move(table) == "put AS");
  table.play({"put AS", "done"});
  CHECK(loaders_move(table) == "put 9S");
  table.play({"put 9S"});
  CHECK(loaders_move(table) == "done");
}

TEST_CASE("loader ends the last deal if that makes it the winner, else it goes on",
          "[yard_bridge]") {
  View view = last_card(2);
  view.options.deals = 1;
  view.totals = {20, 30};
  CHECK(loaders_move(view) == "put 9C");
  view.totals = {30, 0};
  CHECK(loaders_move(view) == "done");
  view.options.deals = 2;  // there is time enough
  CHECK(loaders_move(view) == "put 9C");
}

TEST_CASE("loader ends no deal that would make an opponent's total the target", "[yard_bridge]") {
  View view = last_card(2);
  CHECK(loaders_move(view) == "put 9C");
  view.totals = {0, 115};  // a ten, a queen or a king is what the last card costs most likely
  CHECK(loaders_move(view) == "done");
  view.options.target = 124;  // out of reach: the opponent can only go above it
  CHECK(loaders_move(view) == "put 9C");
}

TEST_CASE("loader reckons with the highest targets as with others", "[yard_bridge]") {
  View view = last_card(2);
  view.totals = {30, 0};
  view.options.target = 30'000'000;  // far away: the match goes on
  CHECK(loaders_move(view) == "put 9C");
  view.options.target = 1'000'000'000;
  CHECK(loaders_move(view) == "put 9C");
  view.totals = {0, 999'999'990};  // the last card is likely to make it the target
  CHECK(loaders_move(view) == "done");
}

TEST_CASE("loader ends no match of three as the last of them", "[yard_bridge]") {
  View view = last_card(3);
  view.options.deals = 1;
  view.totals = {60, 0, 40};
  CHECK(loaders_move(view) == "done");
  view.totals = {30, 0, 40};
  CHECK(loaders_move(view) == "put 9C");
}

TEST_CASE("the odds of what unseen cards cost", "[yard_bridge]") {
  const auto card = [](const char* text) { return cards::read_card(text).value(); };
  CardSet unseen;
  for (const char* text : {"6S", "10S", "QS", "AS"}) unseen.insert(card(text));
  const Odds odds(unseen);
  CHECK(odds.millionths(1, 10) == 500'000);
  CHECK(odds.millionths(1, 0) == 250'000);
  CHECK(odds.millionths(2, 25) == 333'333);
  CHECK(odds.millionths(4, 35) == 1'000'000);
  CHECK(odds.millionths(2, -5) == 0);
  CHECK(odds.millionths(5, 35) == 0);
}
