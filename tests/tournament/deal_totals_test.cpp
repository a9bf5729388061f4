// What the sums of a store say about an entrant and a pair, also after forfeits.
#include "arena/tournament/stored/deal_totals.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "arena/results/standings_export.hpp"
#include "arena/tournament/standings.hpp"
#include "tests/files.hpp"

namespace arena {

namespace {

using Pair = std::pair<std::string, std::string>;

StoredSeat seat(int entrant, int score, int place, double margin, const std::string& fault = "") {
  return {entrant, score, place, margin, fault, "", 0, 0, 0};
}

/// Games of ann and bob, who may forfeit: the worst margin is then -300, whatever the other one
/// has. Two are played without a forfeit.
const std::vector<std::vector<StoredSeat>> games = {
    {seat(1, 50, 1, 30), seat(2, 20, 2, -30)},
    {seat(2, 20, 2, -5), seat(1, 25, 1, 5)},
    {seat(1, 0, 1, 0), seat(2, -150, 2, -300, "crash")},
    {seat(2, -150, 2, -300, "time"), seat(1, -150, 1, -300, "refused")},
};

}  // namespace

TEST_CASE("mean scores and margins are those of deals without a forfeit", "[tournament]") {
  const test::TestFolder folder;
  const StoredTournament tournament{"streams", {}, 2, "round_robin", "", "", "", std::nullopt};
  std::vector<StoredEntrant> entrants(2);
  entrants[0].name = "ann";
  entrants[1].name = "bob";
  Store store = Store::create(folder.path() / "a.db", tournament, "0x1", entrants);
  REQUIRE(store.add({{0, 0, "round 1", {1, 2}, static_cast<int>(games.size())}}, store.entrants()));
  for (const auto& seats : games) {
    StoredMatch match;
    match.number = match.deal = store.matches();
    match.seats = seats;
    DealTotals deal(Sides(2, 0), true);
    deal.add(match);
    store.add(match, deal.sums());
  }
  const Games known_games = all_games();
  const Standings standings = standings_of(store, find_game(known_games, "streams"));
  CHECK(standings.forfeited_matches == 2);
  std::map<Pair, double> shown;
  for_each_pair(standings, [&shown](const json::object& row) {
    const Pair pair(row.at("entrant").as_string(), row.at("opponent").as_string());
    shown[pair] = row.at("mean_margin").as_double();
  });
  CHECK(shown == std::map<Pair, double>{{{"ann", "bob"}, 17.5}, {{"bob", "ann"}, -17.5}});
  REQUIRE(standings.entrants.at(0).name == "ann");
  CHECK(standings.pairs[0][1]->matches == 4);
  CHECK(standings.pairs[0][1]->margin.count() == 2);
  CHECK(standings.entrants[1].margin.value() == -17.5);
  CHECK(standings.entrants[1].score.value() == 20);
  CHECK(standings.entrants[1].sums.forfeits == 2);
}

TEST_CASE("a deal with a game that is left out adds nothing", "[tournament]") {
  DealTotals deal(Sides(2, 0), true);
  StoredMatch match;
  match.seats = {seat(1, 50, 1, 30), seat(2, 20, 2, -30)};
  deal.add(match);
  CHECK(deal.sums().size() == 3);
  const std::string fault(left_out_fault);
  match.seats = {seat(2, 0, 1, 0, fault), seat(1, 0, 1, 0, fault)};
  deal.add(match);
  CHECK(deal.sums().empty());
}

TEST_CASE("at a larger table, the margin of a pair is its difference of scores", "[tournament]") {
  StoredMatch match;
  match.seats = {seat(1, 30, 1, 10), seat(2, 20, 2, -10), seat(3, 5, 3, -25)};
  for (const bool more_is_better : {true, false}) {
    DealTotals deal(Sides(3, 0), more_is_better);
    deal.add(match);
    for (const DealSums& row : deal.sums()) {
      if (!row.opponent) continue;
      const int lead = match.seats[static_cast<std::size_t>(row.entrant) - 1].score -
                       match.seats[static_cast<std::size_t>(*row.opponent) - 1].score;
      CHECK(row.sums.margin == (more_is_better ? lead : -lead));
      CHECK(row.sums.opponent_margin == -row.sums.margin);
    }
  }
}

TEST_CASE("tables of a deal are compared where the game compares them", "[tournament]") {
  // A result earns 5 for each hundred points that it is better.
  const TableComparison compare{[](int own, int other) { return std::max(0, (own - other) / 20); },
                                "points a deal"};
  DealTotals deal(Sides(4, 2), true, compare);
  const auto add = [&deal](int north, int east, int score, const std::string& fault = "") {
    StoredMatch match;
    match.seats = {seat(north, score, 1, 0), seat(east, -score, 2, 0), seat(north, score, 1, 0),
                   seat(east, -score, 2, 0, fault)};
    deal.add(match);
  };
  const auto sums_of = [&deal](int entrant) {
    for (const DealSums& sums : deal.sums()) {
      if (sums.entrant == entrant && !sums.opponent) return sums.sums;
    }
    return Sums();
  };
  add(1, 2, 420);
  CHECK(sums_of(1).margin == 0);  // nothing to compare with
  add(2, 1, 320);
  CHECK(sums_of(1).wins == 2);
  CHECK(sums_of(1).score == 10);
  CHECK(sums_of(1).margin == 10);
  CHECK(sums_of(2).margin == -10);
  CHECK(sums_of(2).losses == 2);
  deal.clear();
  add(1, 2, 7600, "time");  // the partner of the first seat forfeits
  add(2, 1, 7600);
  CHECK(sums_of(2).forfeits == 1);
  CHECK(sums_of(1).points == 1.5);  // a win by forfeit, and a draw
  CHECK(sums_of(1).margin == 0);
}

}  // namespace arena
