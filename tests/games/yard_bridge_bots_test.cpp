// The built-in bots of yard bridge: who beats whom, and single turns.
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "games/yard_bridge/odds.hpp"
#include "tests/games/yard_bridge_table.hpp"

using namespace arena;
using namespace arena::yard_bridge;
using test::Layout;
using test::Table;

namespace {

std::unique_ptr<Bot<YardBridge>> make(std::string_view name, int seats, Seat seat,
                                      std::uint64_t seed) {
  const auto all = builtins();
  const auto wanted =
      std::find_if(all.begin(), all.end(), [name](const auto& one) { return one.name == name; });
  return wanted->make({.seats = seats, .seat = seat, .seed = seed});
}

/// The totals of a match of these bots by seat.
FixedVector<int, most_seats> played(const std::vector<std::string_view>& names, int number) {
  const int seats = static_cast<int>(names.size());
  Setup<YardBridge> setup = test::setup_for(seats);
  setup.seed = {mix_seed(8, "deal", static_cast<std::uint64_t>(number)), number};
  std::vector<std::unique_ptr<Bot<YardBridge>>> bots;
  for (Seat seat = 0; seat < seats; ++seat) {
    bots.push_back(make(names[static_cast<std::size_t>(seat)], seats, seat,
                        static_cast<std::uint64_t>(number)));
  }
  std::vector<Event> happened;
  Position<YardBridge> now(setup, Events<Event>(happened));
  const auto tell = [&] {
    for (const Event& event : happened) {
      for (Seat seat = 0; seat < seats; ++seat)
        bots[static_cast<std::size_t>(seat)]->see(YardBridge::view(event, seat).value());
    }
    happened.clear();
  };
  tell();
  for (Seats due = now.actors(); !due.empty(); due = now.actors()) {
    const View view = now.view(due.front());
    const Move move = bots[static_cast<std::size_t>(due.front())]->move(view);
    REQUIRE_FALSE(YardBridge::check(view, move));
    now.apply(due.front(), move, Events<Event>(happened));
    tell();
  }
  return YardBridge::outcome(now.state).scores;
}

/// Of a hundred opponents of `one`, each with the name `other`, how many end with more points; on
/// the same deals in every seat.
double beaten(std::string_view one, std::string_view other, int seats, int matches) {
  int ahead = 0;
  for (int number = 0; number < matches; ++number) {
    for (Seat seat = 0; seat < seats; ++seat) {
      std::vector<std::string_view> names(static_cast<std::size_t>(seats), other);
      names[static_cast<std::size_t>(seat)] = one;
      const auto totals = played(names, number);
      const int own = totals[static_cast<std::size_t>(seat)];
      for (const int total : totals) ahead += total > own ? 2 : total == own ? 1 : 0;
      --ahead;  // itself
    }
  }
  return 50.0 * ahead / (matches * seats * (seats - 1));
}

std::string loaders_move(const View& view) {
  return YardBridge::write(make("loader", view.seats, view.seat, 1)->move(view));
}
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

TEST_CASE("shed beats random, and loader beats shed", "[yard_bridge]") {
  for (const int seats : {2, 3, 4}) {
    INFO(seats);
    CHECK(beaten("shed", "random", seats, 60) > 80);
    CHECK(beaten("loader", "shed", seats, 200) > 57);
  }
  CHECK(beaten("loader", "random", 6, 20) > 75);
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

TEST_CASE("loader plays all hands of the shortest and the longest deals", "[yard_bridge]") {
  for (const int hand : {2, 18}) {
    Options options;
    options.hand = hand;
    Setup<YardBridge> setup = test::setup_for(2, options);
    for (int number = 0; number < 20; ++number) {
      setup.seed = {static_cast<std::uint64_t>(number), number};
      Position<YardBridge> now(setup);
      const auto bot = make("loader", 2, 0, 1);
      for (Seats due = now.actors(); !due.empty(); due = now.actors()) {
        const View view = now.view(due.front());
        const Move move = bot->move(view);
        REQUIRE_FALSE(YardBridge::check(view, move));
        now.apply(due.front(), move);
      }
    }
  }
}
