// Several tables of one deal: hand-worked matchpoints and IMPs, and which pairings share deals.
#include "arena/tournament/field_scores.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/tournament/pairing_matches.hpp"

namespace arena {

namespace {

const TableComparison matchpoints{[](int own, int other) {
                                    return own > other ? 2 : own == other ? 1 : 0;
                                  },
                                  "matchpoints a board"};
/// As in bridge, up to 500 points.
const TableComparison imps{[](int own, int other) {
                             int won = 0;
                             for (const int edge : {20, 50, 90, 130, 170, 220, 270, 320, 370, 430})
                               won += own - other >= edge ? 1 : 0;
                             return won;
                           },
                           "IMPs a board"};
const Sides pairs(4, 2);

/// North-South's score at a table. Entrants are numbered so that each sits at one table only.
StoredMatch table(int north, int east, int score) {
  StoredMatch match;
  for (int seat = 0; seat < 4; ++seat) {
    StoredSeat& one = match.seats.emplace_back();
    one.entrant = seat % 2 == 0 ? north : east;
    one.score = seat % 2 == 0 ? score : -score;
  }
  return match;
}

std::vector<StoredEntrant> entrants(int count) {
  std::vector<StoredEntrant> all(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) all[static_cast<std::size_t>(i)].id = i + 1;
  return all;
}

std::map<int, double> scores_of(const FieldTotals& totals, int count) {
  std::map<int, double> scores;
  for (const FieldScore& one : totals.scores(entrants(count)).entrants)
    scores[one.entrant] = one.score.value();
  return scores;
}

/// The scores of one deal. North-South are 1, 3, 5, ..., their opponents 2, 4, 6, ...
std::map<int, double> deal(const TableComparison& compare, const std::vector<int>& results) {
  FieldTotals totals(pairs, true, compare);
  std::vector<StoredMatch> tables;
  int entrant = 0;
  for (const int result : results) {
    tables.push_back(table(entrant + 1, entrant + 2, result));
    entrant += 2;
  }
  totals.add(std::move(tables));
  return scores_of(totals, entrant);
}

using Scores = std::map<int, double>;

Pairing pairing(int number, int batch, std::vector<int> players, int first_deal, int deals) {
  return {number, batch, std::move(players), first_deal, deals, ""};
}

}  // namespace

TEST_CASE("matchpoints: 2 for each pair that is beaten, 1 for a tie, in percent of the top",
          "[tournament][field]") {
  CHECK(deal(matchpoints, {420, 400}) == Scores{{1, 100}, {2, 0}, {3, 0}, {4, 100}});
  CHECK(deal(matchpoints, {-50, -50}) == Scores{{1, 50}, {2, 50}, {3, 50}, {4, 50}});
  // Two pairs share 3 of 4, the third has nothing.
  CHECK(deal(matchpoints, {420, 420, -50}) ==
        Scores{{1, 75}, {2, 25}, {3, 75}, {4, 25}, {5, 0}, {6, 100}});
  // 8, 5, 5, 2 and 0 of 8.
  CHECK(deal(matchpoints, {620, 600, 600, 100, -100}) == Scores{{1, 100},
                                                                {2, 0},
                                                                {3, 62.5},
                                                                {4, 37.5},
                                                                {5, 62.5},
                                                                {6, 37.5},
                                                                {7, 25},
                                                                {8, 75},
                                                                {9, 0},
                                                                {10, 100}});
  // Three share a tie: 1 + 1, and 6 - 0 for the best.
  CHECK(deal(matchpoints, {110, 140, 110, 110}).at(1) == Approx(100.0 * 2 / 6));
  CHECK(deal(matchpoints, {110, 140, 110, 110}).at(3) == 100);
}

TEST_CASE("IMPs against all tables: the mean lead", "[tournament][field]") {
  // 370, 470 and 100 points are 9, 10 and 3 IMPs.
  CHECK(deal(imps, {420, 50, -50}) ==
        Scores{{1, 9.5}, {2, -9.5}, {3, -3}, {4, 3}, {5, -6.5}, {6, 6.5}});
}

TEST_CASE("a deal is one observation, and one table alone none", "[tournament][field]") {
  FieldTotals totals(pairs, true, matchpoints);
  totals.add({table(1, 2, 420), table(2, 1, 400)});
  totals.add({table(1, 2, 420), table(2, 1, 400), table(3, 4, 500), table(4, 3, 300)});
  totals.add({table(1, 2, 100)});
  const FieldScores scores = totals.scores(entrants(4));
  CHECK(scores.is_percentage);
  CHECK(scores.unit == "matchpoints");
  CHECK(scores.least_tables == 2);
  CHECK(scores.most_tables == 4);
  // Of the second deal: 1 has 4 of 6 in N-S and 4 of 6 in E-W, 3 has 6 and 6.
  REQUIRE(scores.entrants.size() == 4);
  CHECK(scores.entrants[0].entrant == 3);
  CHECK(scores.entrants[0].score.value() == 100);
  CHECK(scores.entrants[0].score.count() == 1);
  CHECK(scores.entrants[1].entrant == 1);
  CHECK(scores.entrants[1].score.count() == 2);
  CHECK(scores.entrants[1].score.value() == Approx((100 + 200.0 / 3) / 2));
  CHECK(scores.entrants[1].score.interval().has_value());
  CHECK(scores.entrants[2].place == 3);
  CHECK(scores.entrants[3].score.value() == 0);
}

TEST_CASE("pairings of a batch share deals, but no entrant meets one in two pairings",
          "[tournament][field]") {
  const SeedKey key(std::uint64_t{1});
  PairingMatches shared(pairs, true, key, true);
  PairingMatches apart(pairs, true, key);
  const std::vector<Pairing> all = {
      pairing(0, 0, {0, 1}, 0, 3), pairing(1, 0, {2, 3}, 3, 2),  pairing(2, 0, {1, 4}, 5, 3),
      pairing(3, 1, {0, 2}, 8, 2), pairing(4, 1, {1, 3}, 10, 2), pairing(5, 2, {0, 3}, 12, 1),
  };
  for (const Pairing& one : all) {
    shared.add(one);
    apart.add(one);
  }
  const std::vector<int> first_deals = {0, 0, 3, 6, 6, 8};  // worked by hand
  std::set<std::pair<int, std::uint64_t>> met;              // player and deal
  std::set<std::uint64_t> bot_seeds;
  REQUIRE(shared.matches() == 26);
  for (int match = 0; match < shared.matches(); ++match) {
    const std::size_t number = shared.pairing_of(match);
    const ScheduledMatch scheduled = shared.at(match);
    CHECK(scheduled.number == match);
    CHECK(scheduled.table == match % 2);
    const int deal = first_deals[number] + (match / 2 - all[number].first_deal);
    CHECK(scheduled.deal.seed == apart.at(2 * deal).deal.seed);
    CHECK(scheduled.deal.number == deal);
    CHECK(scheduled.player_at == apart.at(match).player_at);
    bot_seeds.insert(scheduled.bot_seeds.begin(), scheduled.bot_seeds.end());
    if (scheduled.table != 0) continue;
    for (const int entrant : all[number].entrants)
      CHECK(met.emplace(entrant, scheduled.deal.seed).second);
  }
  CHECK(bot_seeds.size() == 4 * 26);
}

}  // namespace arena
