// What a store's standings say: of complete deals only, of entrants that have not met, of pairs.
#include "arena/tournament/standings.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <boost/json.hpp>
#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "arena/results/standings_export.hpp"
#include "arena/tournament/stored/deal_totals.hpp"
#include "arena/tournament/stored/stored_progress.hpp"
#include "arena/util/error.hpp"
#include "tests/files.hpp"

using namespace arena;

namespace {

const Games known_games = all_games();
const AnyGame& streams() { return find_game(known_games, "streams"); }

/// A store of a game in which more is better, with entrants a, b, c, ...
class Played {
 public:
  Played(int entrants, int seats, int tables)
      : store_(create(folder_.path() / "a.db", entrants, seats)), seats_(seats), tables_(tables) {}

  /// A match of these entrants (by id) with these scores.
  void add(const std::vector<int>& players, const std::vector<int>& scores) {
    StoredMatch match;
    match.number = store_.matches();
    match.pairing = match.number / tables_;
    match.table = match.number % tables_;
    if (match.table == 0)
      REQUIRE(store_.add({{match.pairing, match.pairing, "", players, 1}}, store_.entrants()));
    for (std::size_t i = 0; i < players.size(); ++i) {
      int best_other = -1000;
      StoredSeat seat;
      seat.entrant = players[i];
      seat.score = scores[i];
      for (std::size_t j = 0; j < players.size(); ++j) {
        if (scores[j] > scores[i]) ++seat.place;
        if (j != i) best_other = std::max(best_other, scores[j]);
      }
      seat.margin = scores[i] - best_other;
      match.seats.push_back(seat);
    }
    match.record = "{}";
    deal_.add(match);
    const bool is_complete = match.table + 1 == tables_;
    store_.add(match, is_complete ? deal_.sums() : std::vector<DealSums>());
    if (is_complete) deal_.clear();
  }

  /// A game of these that is left out. REQUIRES: a deal has one table.
  void leave_out(const std::vector<int>& players) {
    StoredMatch match;
    match.number = match.pairing = store_.matches();
    REQUIRE(store_.add({{match.pairing, match.pairing, "", players, 1}}, store_.entrants()));
    for (const int player : players) {
      match.seats.push_back(
          {.entrant = player, .fault = std::string(left_out_fault), .detail = "ended 3 workers"});
    }
    match.record = "{}";
    store_.add(match, {});
  }

  [[nodiscard]] const Store& store() const { return store_; }
  [[nodiscard]] Store& store() { return store_; }

 private:
  static Store create(const std::string& path, int entrants, int seats) {
    StoredTournament tournament;
    tournament.game = "streams";
    tournament.seats = seats;
    tournament.format = "league";
    std::vector<StoredEntrant> list(static_cast<std::size_t>(entrants));
    for (std::size_t i = 0; i < list.size(); ++i)
      list[i].name = std::string(1, static_cast<char>('a' + i));
    return Store::create(path, tournament, "0x1", list);
  }

  test::TestFolder folder_;
  Store store_;
  int seats_;
  int tables_;
  DealTotals deal_{Sides(seats_, 0), true};
};

using Names = std::set<std::string>;

Names names_of(const Standings& standings) {
  Names names;
  for (const EntrantStanding& one : standings.entrants) names.insert(one.name);
  return names;
}

}  // namespace

TEST_CASE("standings: a deal that is left out counts nowhere", "[tournament]") {
  Played played(3, 3, 1);
  played.add({1, 2, 3}, {5, 2, 3});
  const std::vector<double> before = standings_of(played.store(), streams()).ratings.elo;
  played.leave_out({1, 2, 3});
  const Standings after = standings_of(played.store(), streams());
  CHECK(after.ratings.elo == before);
  CHECK(after.forfeited_matches == 0);
  for (const EntrantStanding& one : after.entrants) {
    CHECK(one.sums.deals == 1);
    CHECK(one.sums.forfeits == 0);
  }
  const std::vector<int> ids{1, 2, 3};
  CHECK(stored_outcomes(played.store(), 2, ids).matches() == 1);
  const StoredProgress progress(played.store(), streams(), 1);
  const auto pairings = progress.view().played;
  REQUIRE(pairings.size() == 2);
  CHECK(pairings[0].result->deals == 1);
  CHECK(pairings[1].result->deals == 0);
  CHECK(pairings[1].result->shares == std::vector<double>{0, 0, 0});
}

TEST_CASE("standings: an unfinished deal does not count", "[tournament]") {
  for (const int seats : {2, 3}) {
    Played played(seats, seats, seats);
    std::vector<int> players{1, 2, 3};
    players.resize(static_cast<std::size_t>(seats));
    const auto deal = [&](int matches) {
      for (int match = 0; match < matches; ++match) {
        std::vector<int> scores{match == 0 ? 5 : 1, 2, 3};
        scores.resize(static_cast<std::size_t>(seats));
        played.add(players, scores);
      }
    };
    deal(seats);
    deal(seats);
    const std::vector<double> before = standings_of(played.store(), streams()).ratings.elo;
    deal(1);
    const Standings after = standings_of(played.store(), streams());
    CHECK(after.ratings.elo == before);
    CHECK(after.ratings.deals == std::vector<int>(static_cast<std::size_t>(seats), 2));
    CHECK(after.matches == 2 * seats + 1);
  }
}

TEST_CASE("standings: whoever came back catches up first", "[tournament]") {
  Played played(4, 2, 1);
  const auto is_catching_up = [&played](const std::string& name) {
    const Standings standings = standings_of(played.store(), streams());
    return std::ranges::find(standings.entrants, name, &EntrantStanding::name)->is_catching_up;
  };
  played.add({3, 1}, {2, 1});
  played.store().withdraw("c");
  for (int deal = 0; deal < 20; ++deal) played.add({1, 2}, {2, 1});
  CHECK_FALSE(is_catching_up("c"));
  played.store().add(played.store().entrants().at(2));
  // Those who take part have 21, 20, 0 and 1 deals: d is new, and not behind.
  CHECK(played.store().entrants().at(2).stays.all.size() == 2);
  CHECK(is_catching_up("c"));
  CHECK_FALSE(is_catching_up("d"));
  for (int deal = 0; deal < 9; ++deal) {
    CHECK(is_catching_up("c"));
    played.add({3, 4}, {2, 1});
  }
  CHECK_FALSE(is_catching_up("c"));
}

TEST_CASE("standings: of many that have left, those with the most deals are listed",
          "[tournament]") {
  for (const int seats : {2, 3}) {
    Played all(6, seats, 1);
    Played few(4, seats, 1);  // a, b, d and f
    Outcomes among_few(4);
    const auto few_id = [](int id) { return id == 4 ? 3 : id == 6 ? 4 : id; };
    const std::vector<std::vector<int>> seated{{1, 2, 4}, {2, 4, 1}, {4, 1, 6}, {3, 1, 2},
                                               {1, 4, 2}, {6, 2, 3}, {5, 6, 1}, {4, 6, 2}};
    for (std::size_t deal = 0; deal < seated.size(); ++deal) {
      const auto end = seated[deal].begin() + seats;
      const std::vector<int> players(seated[deal].begin(), end);
      const std::vector<int> scores{static_cast<int>(deal % 3), 1, 2};
      all.add(players, {scores.begin(), scores.begin() + seats});
      std::vector<int> kept;
      std::vector<int> kept_scores;
      for (std::size_t seat = 0; seat < players.size(); ++seat) {
        if (players[seat] == 3 || players[seat] == 5) continue;
        kept.push_back(few_id(players[seat]));
        kept_scores.push_back(scores[seat]);
      }
      if (kept.size() == players.size()) few.add(kept, kept_scores);
      std::vector<int> places;
      for (std::size_t seat = 0; seat < kept.size(); ++seat) {
        places.push_back(static_cast<int>(std::ranges::count_if(
            kept_scores, [&](int score) { return score > kept_scores[seat]; })));
        --kept[seat];
      }
      if (kept.size() > 1) among_few.add(static_cast<std::uint32_t>(deal), kept, places);
    }
    for (const char* const name : {"c", "d", "e", "f"}) all.store().withdraw(name);
    const Standings listed = standings_of(all.store(), streams(), {}, {}, 4);
    CHECK(names_of(listed) == Names{"a", "b", "d", "f"});
    CHECK(listed.unlisted == 2);
    CHECK(listed.matches == 8);
    const auto a = std::ranges::find(listed.entrants, "a", &EntrantStanding::name);
    CHECK(a->sums.deals == (seats == 2 ? 4 : 6));
    if (seats == 2)
      CHECK(listed.ratings.elo == standings_of(few.store(), streams()).ratings.elo);
    else
      CHECK(listed.ratings.elo == rate(among_few).elo);
    // Whoever takes part is always listed, and so is the anchor.
    all.store().add(all.store().entrants().at(4));
    CHECK(names_of(standings_of(all.store(), streams(), {}, {}, 3)) == Names{"a", "b", "e"});
    const Standings anchored = standings_of(all.store(), streams(), read_anchor("c"), {}, 4);
    CHECK(names_of(anchored) == Names{"a", "b", "c", "e"});
    // None of those that are listed has played.
    all.store().withdraw("a");
    all.store().withdraw("b");
    all.store().withdraw("e");
    StoredEntrant g;
    g.name = "g";
    all.store().add(g);
    const Standings idle = standings_of(all.store(), streams(), {}, {}, 1);
    CHECK(idle.entrants.at(0).name == "g");
    CHECK(idle.entrants.at(0).rating == 0);
  }
}

TEST_CASE("standings: deals against those that are not listed give no place", "[tournament]") {
  Played played(4, 2, 1);
  for (int deal = 0; deal < 20; ++deal) {
    played.add({1, 4}, {1, 2});
    played.add({2, 3}, {1, 2});
  }
  played.store().withdraw("d");
  const Standings standings = standings_of(played.store(), streams(), {}, {}, 3);
  CHECK(names_of(standings) == Names{"a", "b", "c"});
  const EntrantStanding& last = standings.entrants.back();
  CHECK(last.name == "a");
  CHECK(last.sums.deals == 20);
  CHECK(last.rated_deals == 0);
  CHECK(last.is_catching_up);
  CHECK(standings.entrants[0].ranks.worst <= 2);
  CHECK(standings.groups().size() == 1);
}

TEST_CASE("standings: entrants that have not met are not compared", "[tournament]") {
  Played played(5, 2, 1);
  for (int match = 0; match < 40; ++match) {
    played.add({1, 2}, {2, 1});
    played.add({4, 3}, {match % 4, 1});
  }
  const Standings standings = standings_of(played.store(), streams());
  std::string names;
  for (const EntrantStanding& entrant : standings.entrants) names += entrant.name;
  CHECK(names == "adcbe");
  CHECK(standings.groups() == std::vector<std::vector<std::size_t>>{{0, 3}, {1, 2}});
  // a is sure to be better than b, but it is not known whether it is better than the others.
  CHECK(standings.entrants[0].ranks.best == 1);
  CHECK(standings.entrants[0].ranks.worst == 3);
  CHECK(standings.entrants[1].ranks.worst == 4);
  CHECK_FALSE(standings.superiority(0, 1));
  CHECK(standings.superiority(0, 3).value() > 0.99);
  CHECK(standings.superiority(0, 3).value() + standings.superiority(3, 0).value() == Approx(1));
  CHECK_FALSE(standings.entrants[0].superiority);
  CHECK_FALSE(standings.entrants[0].more_deals);
  CHECK_FALSE(standings.is_order_unknown(0));
  CHECK(standings.is_order_unknown(1));        // d and c
  CHECK_FALSE(standings.is_order_unknown(3));  // e has not played
  std::vector<std::string> rows;
  for_each_superiority(standings, [&](const json::object& row) {
    rows.push_back(std::string(row.at("entrant").as_string()) + ">" +
                   std::string(row.at("opponent").as_string()));
  });
  CHECK(rows == std::vector<std::string>{"a>b", "d>c", "c>d", "b>a"});
}

TEST_CASE("standings: the order of neighbours is known by the test of the ranks", "[tournament]") {
  Played played(9, 2, 1);
  for (int a = 1; a <= 9; ++a) {
    for (int b = a + 1; b <= 9; ++b) {
      for (int match = 0; match < 60; ++match) {
        const bool first_wins = match < 30 + 3 * (b - a) + (a == 1 ? 12 : 0);
        played.add({a, b}, {first_wins ? 1 : 0, first_wins ? 0 : 1});
      }
    }
  }
  const Standings standings = standings_of(played.store(), streams());
  const double critical_value =
      rank_intervals(standings.ratings.elo, standings.ratings.covariance).critical_values.back();
  int known = 0;
  int sure_alone = 0;
  for (std::size_t i = 0; i + 1 < 9; ++i) {
    const EntrantStanding& entrant = standings.entrants[i];
    const auto [elo, error] =
        difference(standings.ratings, entrant.number, standings.entrants[i + 1].number);
    INFO(entrant.name << ": " << elo / error << " errors, beside " << critical_value);
    CHECK(standings.is_order_unknown(i) == (elo <= critical_value * error));
    if (!standings.is_order_unknown(i)) {
      ++known;
      CHECK(entrant.ranks.worst < 9);
      continue;
    }
    sure_alone += entrant.superiority.value() > 0.95 ? 1 : 0;
    CHECK(critical_value * error * std::sqrt(480 / (480 + entrant.more_deals.value())) ==
          Approx(elo).epsilon(0.01));
  }
  CHECK(known == 1);  // the first one
  CHECK(sure_alone > 0);
}

TEST_CASE("standings: an anchor gives the scale, and changes nothing else", "[tournament]") {
  Played played(3, 2, 1);
  for (int match = 0; match < 30; ++match) {
    played.add({1, 2}, {match % 3, 1});
    played.add({2, 3}, {match % 4, 1});
  }
  const Standings mean = standings_of(played.store(), streams());
  CHECK(mean.scale() == "the mean is 0");
  const Standings anchored = standings_of(played.store(), streams(), read_anchor("b=1500"));
  CHECK(anchored.scale() == "b is 1500");
  for (std::size_t i = 0; i < 3; ++i) {
    const EntrantStanding& entrant = anchored.entrants[i];
    CHECK(entrant.name == mean.entrants[i].name);
    CHECK(entrant.rating - anchored.entrants[0].rating ==
          Approx(mean.entrants[i].rating - mean.entrants[0].rating).margin(1e-9));
    CHECK(entrant.ranks.best == mean.entrants[i].ranks.best);
    if (entrant.name != "b") continue;
    CHECK(entrant.rating == 1500);
    CHECK(entrant.rating_error == Approx(0).margin(1e-6));
  }
  CHECK(standings_of(played.store(), streams(), read_anchor("b")).scale() == "b is 0");
  CHECK_THROWS_AS(standings_of(played.store(), streams(), read_anchor("x=3")), Error);
  CHECK_FALSE(read_anchor(""));
  CHECK(read_anchor("a=b")->name == "a=b");
  CHECK(read_anchor("a=nan")->name == "a=nan");
}

TEST_CASE("standings: intervals of a pair have deals as the unit", "[tournament]") {
  Played played(2, 2, 2);
  for (const int margin : {3, -1, 5}) {  // the second match of each deal has the same margin
    played.add({1, 2}, {margin, 0});
    played.add({2, 1}, {0, margin});
  }
  const Standings standings = standings_of(played.store(), streams());
  Mean margins;
  for (const int margin : {3, -1, 5}) margins.add(margin);
  Mean shares;
  for (const double share : {1, 0, 1}) shares.add(share);
  const PairStanding& pair = standings.pairs[0][1].value();
  CHECK(standings.entrants[0].name == "a");
  CHECK(pair.matches == 6);
  CHECK(pair.wins == 4);
  CHECK(pair.losses == 2);
  CHECK(pair.margin.count() == 3);
  CHECK(pair.margin.value() == Approx(7.0 / 3));
  CHECK(pair.margin.interval()->low == Approx(margins.interval()->low));
  CHECK(share_interval(pair.share).high == Approx(share_interval(shares).high));
  const PairStanding& turned = standings.pairs[1][0].value();
  CHECK(turned.wins == 2);
  CHECK(turned.share.value() == Approx(1.0 / 3));
  CHECK(turned.margin.interval()->high == Approx(-margins.interval()->low));
  CHECK(share_interval(turned.share).low == Approx(1 - share_interval(shares).high));
  int rows = 0;
  for_each_pair(standings, [&](const json::object& row) {
    CHECK(row.at("deals").as_int64() == 3);
    CHECK(row.at("share_low").as_double() < row.at("share").as_double());
    ++rows;
  });
  CHECK(rows == 2);
}
