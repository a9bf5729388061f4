// Round robin and gauntlet: how often each pair meets, with entrants who come and go.
#include <map>
#include <set>

#include <catch2/catch.hpp>

#include "arena/tournament/formats/format.hpp"
#include "arena/util/error.hpp"
#include "tests/tournament/field.hpp"

using namespace arena;
using namespace arena::test;

namespace {

std::unique_ptr<Format> format_of(FormatKind kind, int players = 2) {
  return make_format({.kind = kind, .players = players, .deals = 10});
}

/// How often two entrants met, by the smaller index first.
std::map<std::pair<int, int>, int> meetings_of(const Field& field) {
  std::map<std::pair<int, int>, int> meetings;
  for (const PlayedPairing& one : field.played()) {
    for (const int a : one.pairing.entrants) {
      for (const int b : one.pairing.entrants) {
        if (a < b) ++meetings[{a, b}];
      }
    }
  }
  return meetings;
}

}  // namespace

TEST_CASE("round robin: each pair once, no entrant twice in a batch, no deal twice",
          "[tournament]") {
  const auto format = format_of(FormatKind::round_robin);
  for (int entrants = 2; entrants <= 40; ++entrants) {
    Field field(entrants);
    field.play_to_the_end(*format);
    INFO(entrants << " entrants");
    CHECK(field.played().size() == static_cast<std::size_t>(entrants * (entrants - 1) / 2));
    CHECK(meetings_of(field).size() == field.played().size());
    CHECK(field.next_batch() == entrants - 1 + entrants % 2);
    std::set<std::pair<int, int>> seated;
    int deals = 0;
    for (const PlayedPairing& one : field.played()) {
      CHECK(one.pairing.first_deal == deals);
      deals += one.pairing.deals;
      for (const int entrant : one.pairing.entrants)
        REQUIRE(seated.emplace(one.pairing.batch, entrant).second);
    }
  }
}

TEST_CASE("round robin: the ranking is by share of the deals", "[tournament]") {
  const auto format = format_of(FormatKind::round_robin);
  Field field(4);
  field.play_to_the_end(*format);
  const auto ranking = format->ranking(field.progress());
  for (int i = 0; i < 4; ++i) {
    const RankedEntrant& one = ranking[static_cast<std::size_t>(i)];
    CHECK(one.entrant == i);
    CHECK(one.place == i + 1);
    CHECK(one.score == Approx(1 - i / 3.0));
  }
}

TEST_CASE("round robin: who joins late meets all who are still there", "[tournament]") {
  const auto format = format_of(FormatKind::round_robin);
  Field field(6);
  field.play_batch(*format);
  field.play_batch(*format);
  field.join();
  field.withdraw(1);
  field.play_to_the_end(*format);
  auto meetings = meetings_of(field);
  for (int a = 0; a < 7; ++a) {
    for (int b = a + 1; b < 7; ++b) {
      const int times = meetings[{a, b}];
      INFO(a << " and " << b);
      if (a == 1 || b == 1)
        CHECK(times <= 1);
      else
        CHECK(times == 1);
    }
  }
  CHECK(meetings[std::pair(1, 6)] == 0);
  check_decides_again(*format, field);
  // What the others won against the withdrawn entrant does not count.
  const auto ranking = format->ranking(field.progress());
  CHECK(ranking.back().entrant == 1);
  CHECK_FALSE(ranking.back().in_the_running);
  CHECK(ranking.front().score == 1);
}

TEST_CASE("round robin of four seats: late entrants and lost meetings are made up for",
          "[tournament]") {
  const auto format = format_of(FormatKind::round_robin, 4);
  Field field(9);
  for (int i = 0; i < 5; ++i) field.play_batch(*format);
  field.join();
  field.withdraw(2);
  field.play_to_the_end(*format);
  std::map<std::pair<int, int>, int> meetings;
  for (const PlayedPairing& one : field.played()) {
    const auto& table = one.pairing.entrants;
    if (std::ranges::find(table, 2) != table.end()) continue;
    for (const int a : table) {
      for (const int b : table) ++meetings[{a, b}];
    }
  }
  for (int a = 0; a < 10; ++a) {
    for (int b = 0; b < 10; ++b) {
      if (a == b || a == 2 || b == 2) continue;
      INFO(a << " and " << b);
      CHECK(meetings[std::pair(a, b)] >= 3);
      CHECK(meetings[std::pair(a, b)] <= 6);
    }
  }
  check_decides_again(*format, field);
}

TEST_CASE("gauntlet: the challengers meet all others, and no others meet", "[tournament]") {
  const auto format = format_of(FormatKind::gauntlet);
  for (int entrants = 2; entrants <= 40; ++entrants) {
    Field field(entrants);
    field.play_to_the_end(*format);
    CHECK(field.played().size() == static_cast<std::size_t>(entrants - 1));
    for (const PlayedPairing& one : field.played()) CHECK(one.pairing.entrants[0] == 0);
  }
  Field field(7);
  field.entrants()[3].challenger = true;
  field.entrants()[5].challenger = true;
  field.play_batch(*format);
  field.join();
  field.play_to_the_end(*format);
  CHECK(field.played().size() == 2 * 6);
  for (const auto& [pair, times] : meetings_of(field)) {
    CHECK(times == 1);
    CHECK((pair.first == 3 || pair.first == 5) != (pair.second == 3 || pair.second == 5));
  }
  check_decides_again(*format, field);
}

TEST_CASE("gauntlet of more seats: the challenger meets all others equally often", "[tournament]") {
  for (int players = 3; players <= 5; ++players) {
    const auto format = format_of(FormatKind::gauntlet, players);
    for (int entrants = players; entrants <= 40; ++entrants) {
      Field field(entrants);
      field.play_to_the_end(*format);
      auto meetings = meetings_of(field);
      INFO(entrants << " entrants, " << players << " players");
      const int wanted = entrants == players ? 1 : players - 1;
      for (int other = 1; other < entrants; ++other) REQUIRE(meetings[{0, other}] == wanted);
    }
  }
}

TEST_CASE("too few entrants: there is nothing to play", "[tournament]") {
  for (const FormatKind kind : {FormatKind::round_robin, FormatKind::gauntlet}) {
    CHECK(format_of(kind)->next(Field(1).progress()).empty());
    CHECK(format_of(kind)->next(Field(0).progress()).empty());
    CHECK(format_of(kind, 4)->next(Field(3).progress()).empty());
  }
}

TEST_CASE("settings that make no sense are refused", "[tournament]") {
  CHECK_THROWS_AS(make_format({.players = 1}), Error);
  CHECK_THROWS_AS(make_format({.deals = 0}), Error);
  CHECK_THROWS_AS(make_format({.rounds = -1}), Error);
  CHECK_THROWS_AS(make_format({.max_blocks = 0}), Error);
}
