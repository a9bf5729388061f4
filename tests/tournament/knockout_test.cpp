// Knockout and double knockout: brackets by hand, how ties are decided, how many there are.
#include <map>
#include <set>

#include <catch2/catch.hpp>

#include "arena/core/rng.hpp"
#include "arena/tournament/formats/format.hpp"
#include "arena/util/error.hpp"
#include "tests/tournament/field.hpp"

using namespace arena;
using namespace arena::test;

namespace {

std::unique_ptr<Format> knockout(FormatKind kind = FormatKind::knockout) {
  return make_format({.kind = kind, .deals = 10, .max_blocks = 3});
}

std::vector<std::vector<int>> tables_of(const std::vector<Pairing>& pairings) {
  std::vector<std::vector<int>> tables;
  for (const Pairing& pairing : pairings) tables.push_back(pairing.entrants);
  return tables;
}

PairingResult drawn(const Pairing& pairing) { return result_of(pairing, {0.5, 0.5}); }

}  // namespace

TEST_CASE("knockout: what can be played first, by hand", "[tournament]") {
  using Tables = std::vector<std::vector<int>>;
  const std::map<int, Tables> wanted{
      {2, {{0, 1}}},
      {3, {{1, 2}}},
      {4, {{0, 3}, {1, 2}}},
      {5, {{3, 4}, {1, 2}}},
      {6, {{3, 4}, {2, 5}}},
      {7, {{3, 4}, {1, 6}, {2, 5}}},
      {8, {{0, 7}, {3, 4}, {1, 6}, {2, 5}}},
      {9, {{7, 8}, {3, 4}, {1, 6}, {2, 5}}},
  };
  for (const auto& [entrants, tables] : wanted) {
    INFO(entrants << " entrants");
    CHECK(tables_of(knockout()->next(Field(entrants).progress())) == tables);
  }
}

TEST_CASE("knockout: the favourites meet in the final", "[tournament]") {
  const auto format = knockout();
  for (int entrants = 2; entrants <= 40; ++entrants) {
    Field field(entrants);
    field.play_to_the_end(*format);
    INFO(entrants << " entrants");
    const auto decisions = format->decisions(field.progress());
    CHECK(decisions.size() == static_cast<std::size_t>(entrants - 1));
    CHECK(decisions.back().tie == "final");
    CHECK(decisions.back().winner == 0);
    CHECK(decisions.back().loser == 1);
    CHECK(field.played().back().pairing.label == "final, block 1");
    const auto ranking = format->ranking(field.progress());
    for (std::size_t i = 0; i < ranking.size(); ++i) {
      const int place = static_cast<int>(i) + 1;
      // Those who lose in the same round share a place: 1, 2, 3, 3, 5, 5, 5, 5, 9, ...
      int shared = 1;
      while (2 * shared < place) shared *= 2;
      CHECK(ranking[i].place == (place == 1 ? 1 : shared + 1));
    }
    check_decides_again(*format, field);
  }
}

TEST_CASE("knockout: a drawn tie goes on, then the margin decides, then the seed", "[tournament]") {
  const auto format = knockout();
  int block = 0;
  SECTION("a lead after the second block") {
    Field field(2, [&](const Pairing& pairing) {
      return ++block == 2 ? result_of(pairing, {0.4, 0.6}) : drawn(pairing);
    });
    field.play_to_the_end(*format);
    const auto decisions = format->decisions(field.progress());
    REQUIRE(decisions.size() == 1);
    CHECK(decisions[0].winner == 1);
    CHECK(decisions[0].reason == TieReason::score);
    CHECK(decisions[0].blocks == 2);
    CHECK(field.played().back().pairing.label == "final, block 2");
    check_decides_again(*format, field);
  }
  SECTION("a lead counts over all blocks") {
    Field field(2, [&](const Pairing& pairing) {
      return ++block == 1 ? result_of(pairing, {0.6, 0.4}) : drawn(pairing);
    });
    field.play_to_the_end(*format);
    CHECK(field.played().size() == 1);
  }
  SECTION("the margin") {
    Field field(2, [&](const Pairing& pairing) {
      PairingResult result = drawn(pairing);
      result.margins = {-3, 3};
      return result;
    });
    field.play_to_the_end(*format);
    const auto decisions = format->decisions(field.progress());
    CHECK(decisions[0].winner == 1);
    CHECK(decisions[0].reason == TieReason::margin);
    CHECK(decisions[0].blocks == 3);
  }
  SECTION("the seed") {
    Field field(2, drawn);
    field.play_to_the_end(*format);
    const auto decisions = format->decisions(field.progress());
    CHECK(decisions[0].winner == 0);
    CHECK(decisions[0].reason == TieReason::seeding);
  }
}

TEST_CASE("knockout: a withdrawn entrant loses without play, and no entrant is admitted late",
          "[tournament]") {
  const auto format = knockout();
  Field field(8);
  field.play_batch(*format);
  field.withdraw(0);
  field.join();
  field.play_to_the_end(*format);
  const auto decisions = format->decisions(field.progress());
  const auto walkover = std::ranges::find(decisions, 0, &TieDecision::loser);
  REQUIRE(walkover != decisions.end());
  CHECK(walkover->tie == "semi-final 1");
  CHECK(walkover->winner == 3);
  CHECK(walkover->reason == TieReason::walkover);
  CHECK(walkover->blocks == 0);
  const auto ranking = format->ranking(field.progress());
  CHECK(ranking.front().entrant == 1);
  CHECK(ranking.back().entrant == 8);
  CHECK_FALSE(ranking.back().in_the_running);
  check_decides_again(*format, field);
}

TEST_CASE("knockout: seeding by ratings and by lot", "[tournament]") {
  FormatSettings settings{.kind = FormatKind::knockout, .seeding = Seeding::ratings};
  Field field(4);
  field.entrants()[3].seed_rating = 100;
  field.entrants()[1].seed_rating = 50;
  CHECK(tables_of(make_format(settings)->next(field.progress())) ==
        std::vector<std::vector<int>>{{3, 2}, {1, 0}});
  settings.seeding = Seeding::lot;
  std::set<std::vector<std::vector<int>>> drawn_brackets;
  for (settings.lot = 0; settings.lot < 50; ++settings.lot)
    drawn_brackets.insert(tables_of(make_format(settings)->next(field.progress())));
  CHECK(drawn_brackets.size() > 10);
}

TEST_CASE("double knockout: all but the winner lose two ties", "[tournament]") {
  const auto format = knockout(FormatKind::double_knockout);
  Rng rng(3);
  for (int entrants = 2; entrants <= 40; ++entrants) {
    Field field(entrants, [&](const Pairing& pairing) {
      const double first = rng.below(2);
      return result_of(pairing, {first, 1 - first});
    });
    field.play_to_the_end(*format);
    INFO(entrants << " entrants");
    const auto decisions = format->decisions(field.progress());
    std::map<int, int> lost;
    for (const TieDecision& decision : decisions) ++lost[decision.loser];
    const int champion = format->ranking(field.progress()).front().entrant;
    for (int i = 0; i < entrants; ++i) CHECK((i == champion ? lost[i] <= 1 : lost[i] == 2));
    const bool second_final = decisions.back().tie == "second grand final";
    CHECK(decisions.size() == static_cast<std::size_t>(2 * entrants - (second_final ? 1 : 2)));
    CHECK(lost[champion] == (second_final ? 1 : 0));
    check_decides_again(*format, field);
  }
}

namespace {

/// The ties of the lower bracket but its last whose entrants had met before.
int rematches(const Format& format, const Field& field) {
  int count = 0;
  bool last_one = false;
  std::set<std::set<int>> met;
  for (const TieDecision& decision : format.decisions(field.progress())) {
    const bool is_new = met.insert({decision.winner, decision.loser}).second;
    if (!decision.tie.starts_with("lower")) continue;
    last_one = !is_new;
    count += last_one ? 1 : 0;
  }
  return count - (last_one ? 1 : 0);
}

}  // namespace

TEST_CASE("double knockout: if the favourites win, no rematch before the last lower round",
          "[tournament]") {
  const auto format = knockout(FormatKind::double_knockout);
  for (int entrants = 2; entrants <= 64; ++entrants) {
    Field field(entrants);
    field.play_to_the_end(*format);
    INFO(entrants << " entrants");
    CHECK(rematches(*format, field) == 0);
  }
}

TEST_CASE("double knockout: rematches are rare, whoever wins", "[tournament]") {
  const auto format = knockout(FormatKind::double_knockout);
  for (const int size : {16, 32}) {
    constexpr int times = 20;
    int count = 0;
    for (int entrants = size / 2 + 1; entrants <= size; ++entrants) {
      for (int time = 0; time < times; ++time) {
        Rng rng(static_cast<std::uint64_t>(time));
        Field field(entrants, [&rng](const Pairing& pairing) {
          const double share = rng.below(2) == 0 ? 1 : 0;
          return result_of(pairing, {share, 1 - share});
        });
        field.play_to_the_end(*format);
        count += rematches(*format, field);
      }
    }
    // Losers who entered in reversed order would have 0.6 in fields of up to 16, and 1.9 of up
    // to 32.
    INFO("fields of up to " << size);
    CHECK(count / (0.5 * size * times) < 0.5);
  }
}

TEST_CASE("double knockout: the upper winner who loses the grand final has a second one",
          "[tournament]") {
  const auto format = knockout(FormatKind::double_knockout);
  // Entrant 1 loses its first tie against 0 and no other.
  int finals = 0;
  Field field(4, [&](const Pairing& pairing) {
    if (pairing.label.find("grand final") == std::string::npos) return first_wins(pairing);
    ++finals;
    const double first = pairing.entrants[0] == 1 ? 1 : 0;
    return result_of(pairing, {first, 1 - first});
  });
  field.play_to_the_end(*format);
  CHECK(finals == 2);
  const auto ranking = format->ranking(field.progress());
  for (std::size_t i = 0; i < 4; ++i) CHECK(ranking[i].entrant == std::array{1, 0, 2, 3}[i]);
  CHECK(ranking[1].place == 2);
  CHECK(ranking[2].place == 3);
  CHECK(ranking[3].place == 4);
}

TEST_CASE("double knockout: the favourite who never loses needs one final", "[tournament]") {
  const auto format = knockout(FormatKind::double_knockout);
  Field field(4);
  field.play_to_the_end(*format);
  const auto decisions = format->decisions(field.progress());
  REQUIRE(decisions.size() == 6);
  CHECK(decisions.back().tie == "grand final");
  std::vector<int> order;
  for (const RankedEntrant& one : format->ranking(field.progress())) order.push_back(one.entrant);
  CHECK(order == std::vector{0, 1, 2, 3});
}

TEST_CASE("knockouts are for two at a table, and need two entrants", "[tournament]") {
  CHECK_THROWS_AS(make_format({.kind = FormatKind::knockout, .players = 3}), Error);
  CHECK(knockout()->next(Field(1).progress()).empty());
  CHECK(knockout(FormatKind::double_knockout)->next(Field(0).progress()).empty());
}
