// What the sums of a store say about a pair is what its matches say, also after forfeits.
#include "arena/tournament/deal_totals.hpp"

#include <map>
#include <utility>

#include <catch2/catch.hpp>

#include "arena/tournament/standings.hpp"
#include "arena/tournament/standings_json.hpp"
#include "tests/files.hpp"

namespace arena {

namespace {

using Pair = std::pair<std::string, std::string>;

StoredSeat seat(int entrant, int score, int place, double margin, const std::string& fault = "") {
  return {entrant, score, place, margin, fault, "", 0, 0, 0};
}

/// Games of ann and bob, who may forfeit: the worst margin is then -300, whatever the other one
/// has.
const std::vector<std::vector<StoredSeat>> games = {
    {seat(1, 50, 1, 30), seat(2, 20, 2, -30)},
    {seat(2, 20, 2, -5), seat(1, 25, 1, 5)},
    {seat(1, 0, 1, 0), seat(2, -150, 2, -300, "crash")},
    {seat(2, -150, 2, -300, "time"), seat(1, -150, 1, -300, "refused")},
};

}  // namespace

TEST_CASE("mean margins of a pair are those of its games, though both may forfeit",
          "[tournament]") {
  const test::TestFolder folder;
  const StoredTournament tournament{"streams", {}, 2, "round_robin", "", "", "", std::nullopt};
  std::vector<StoredEntrant> entrants(2);
  entrants[0].name = "ann";
  entrants[1].name = "bob";
  Store store = Store::create(folder.path() / "a.db", tournament, "0x1", entrants);
  REQUIRE(store.add({{0, 0, "round 1", {1, 2}, static_cast<int>(games.size())}}, store.entrants()));
  std::map<int, double> margins;
  for (const auto& seats : games) {
    StoredMatch match;
    match.number = match.deal = store.matches();
    match.seats = seats;
    for (const StoredSeat& one : seats) margins[one.entrant] += one.margin;
    DealTotals deal(Sides(2, 0), true);
    deal.add(match);
    store.add(match, deal.sums());
  }
  const Standings standings = standings_of(store);
  std::map<Pair, double> shown;
  for_each_pair(standings, [&shown](const json::object& row) {
    const Pair pair(row.at("entrant").as_string(), row.at("opponent").as_string());
    shown[pair] = row.at("mean_margin").as_double();
  });
  CHECK(shown ==
        std::map<Pair, double>{{{"ann", "bob"}, margins[1] / 4}, {{"bob", "ann"}, margins[2] / 4}});
  CHECK(shown.at({"bob", "ann"}) == -158.75);
  REQUIRE(standings.entrants.at(0).name == "ann");
  CHECK(standings.pairs[0][1]->margin.value() == margins[1] / 4);
  CHECK(standings.pairs[1][0]->margin.value() == margins[2] / 4);
  CHECK(standings.entrants[1].margin.value() == margins[2] / 4);
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

}  // namespace arena
