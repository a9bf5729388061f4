// The built-in bots of yard bridge: who beats whom, and single turns.
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

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
  setup.seed = {derive_seed(8, "deal", static_cast<std::uint64_t>(number)), number};
  std::vector<std::unique_ptr<Bot<YardBridge>>> bots;
  for (Seat seat = 0; seat < seats; ++seat) {
    bots.push_back(make(names[static_cast<std::size_t>(seat)], seats, seat,
                        static_cast<std::uint64_t>(number)));
  }
  std::vector<Event> happened;
  State state = YardBridge::start(setup, Events<Event>(happened));
  const auto tell = [&] {
    for (const Event& event : happened) {
      for (Seat seat = 0; seat < seats; ++seat)
        bots[static_cast<std::size_t>(seat)]->see(YardBridge::view(event, seat).value());
    }
    happened.clear();
  };
  tell();
  for (Seats due = YardBridge::actors(state); !due.empty(); due = YardBridge::actors(state)) {
    const View view = YardBridge::view(state, due.front());
    const Move move = bots[static_cast<std::size_t>(due.front())]->move(view);
    REQUIRE_FALSE(YardBridge::check(view, move));
    YardBridge::apply(state, due.front(), move, Events<Event>(happened));
    tell();
  }
  return YardBridge::outcome(state).scores;
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

std::string loaders_move(const Table& table) {
  const View view = table.view(table.actor());
  return YardBridge::write(make("loader", view.seats, view.seat, 1)->move(view));
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

TEST_CASE("loader plays all hands of the shortest and the longest deals", "[yard_bridge]") {
  for (const int hand : {2, 18}) {
    Options options;
    options.hand = hand;
    Setup<YardBridge> setup = test::setup_for(2, options);
    for (int number = 0; number < 20; ++number) {
      setup.seed = {static_cast<std::uint64_t>(number), number};
      State state = YardBridge::start(setup, {});
      const auto bot = make("loader", 2, 0, 1);
      for (Seats due = YardBridge::actors(state); !due.empty(); due = YardBridge::actors(state)) {
        const View view = YardBridge::view(state, due.front());
        const Move move = bot->move(view);
        REQUIRE_FALSE(YardBridge::check(view, move));
        YardBridge::apply(state, due.front(), move, {});
      }
    }
  }
}
