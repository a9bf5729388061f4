// Swiss: pairings against brute force, byes, tie-breaks, who comes and goes.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <catch2/catch.hpp>

#include "arena/core/rng.hpp"
#include "arena/tournament/formats/format.hpp"
#include "tests/proof.hpp"
#include "tests/tournament/field.hpp"

using namespace arena;
using namespace arena::test;

namespace {

std::unique_ptr<Format> swiss(int rounds, int players = 2) {
  return make_format({.kind = FormatKind::swiss, .players = players, .deals = 4, .rounds = rounds});
}

/// Each pairing's shares by lot: a win, a draw or a loss.
Field::Play by_lot(Rng& rng) {
  return [&rng](const Pairing& pairing) {
    std::vector<double> shares(pairing.entrants.size());
    const auto winner = rng.below(static_cast<std::uint32_t>(shares.size()));
    if (rng.below(4) == 0)
      std::ranges::fill(shares, 1.0 / static_cast<double>(shares.size()));
    else
      shares[winner] = 1;
    return result_of(pairing, shares);
  };
}

/// What a round costs, as the contract orders it: byes that who has the bye had before, rematches,
/// the place of who has it, differences.
using Cost = std::tuple<int, int, int, double>;

/// Counts of its own, for pairs.
class Counted {
 public:
  Counted(const Format& format, const Field& field) {
    const int entrants = static_cast<int>(field.progress().entrants.size());
    int place = 0;
    for (const RankedEntrant& one : format.ranking(field.progress())) {
      score_[one.entrant] = one.score;
      from_bottom_[one.entrant] = entrants - ++place;
      byes_[one.entrant] = field.next_batch();
    }
    for (const PlayedPairing& one : field.played()) {
      ++met_[std::minmax(one.pairing.entrants[0], one.pairing.entrants[1])];
      for (const int entrant : one.pairing.entrants) --byes_[entrant];
    }
  }

  [[nodiscard]] Cost of_pair(int a, int b) {
    return {0, met_[std::minmax(a, b)], 0, std::abs(score_[a] - score_[b])};
  }
  [[nodiscard]] Cost of_bye(int a) { return {byes_[a], 0, from_bottom_[a], 0}; }

  /// The least cost by which these can be paired, by trying all ways.
  Cost best(std::vector<int> left) {
    if (left.empty()) return {};
    const int a = left.back();
    left.pop_back();
    std::optional<Cost> best_cost;
    const auto consider = [&](const Cost& cost) {
      if (!best_cost || cost < *best_cost) best_cost = cost;
    };
    if (left.size() % 2 == 0) consider(sum(of_bye(a), best(left)));
    for (std::size_t i = 0; i < left.size(); ++i) {
      std::vector<int> others = left;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      consider(sum(of_pair(a, left[i]), best(others)));
    }
    return *best_cost;
  }

  static Cost sum(const Cost& a, const Cost& b) {
    return {std::get<0>(a) + std::get<0>(b), std::get<1>(a) + std::get<1>(b),
            std::get<2>(a) + std::get<2>(b), std::get<3>(a) + std::get<3>(b)};
  }

 private:
  std::map<int, double> score_;
  std::map<int, int> from_bottom_;
  std::map<int, int> byes_;
  std::map<std::pair<int, int>, int> met_;
};

}  // namespace

TEST_CASE("swiss: each round is the best of all possible ones", "[tournament]") {
  Rng rng(5);
  for (int entrants = 2; entrants <= 8; ++entrants) {
    for (int tournament = 0; tournament < 6; ++tournament) {
      const auto format = swiss(entrants + 1);  // more rounds than there are opponents
      Field field(entrants, by_lot(rng));
      while (true) {
        const std::vector<Pairing> round = format->next(field.progress());
        if (round.empty()) break;
        Counted counted(*format, field);
        std::set<int> free;
        for (int i = 0; i < entrants; ++i) free.insert(i);
        Cost cost;
        for (const Pairing& pairing : round) {
          cost = Counted::sum(cost, counted.of_pair(pairing.entrants[0], pairing.entrants[1]));
          for (const int entrant : pairing.entrants) REQUIRE(free.erase(entrant) == 1);
        }
        REQUIRE(static_cast<int>(free.size()) == entrants % 2);
        for (const int entrant : free) cost = Counted::sum(cost, counted.of_bye(entrant));
        std::vector<int> all;
        for (int i = 0; i < entrants; ++i) all.push_back(i);
        const Cost best = counted.best(all);
        INFO(entrants << " entrants, round " << field.next_batch() + 1);
        REQUIRE(std::get<0>(cost) == std::get<0>(best));
        REQUIRE(std::get<1>(cost) == std::get<1>(best));
        REQUIRE(std::get<2>(cost) == std::get<2>(best));
        REQUIRE(std::get<3>(cost) == Approx(std::get<3>(best)).margin(1e-9));
        field.play_batch(*format);
      }
    }
  }
}

TEST_CASE("swiss: no second bye while an entrant has had none", "[tournament]") {
  Rng rng(7);
  for (int tournament = 0; tournament < 120; ++tournament) {
    const int entrants = 3 + 2 * (tournament % 3);
    const auto format = swiss(entrants + 2);
    Field field(entrants, by_lot(rng));
    std::vector<int> seated(static_cast<std::size_t>(entrants));
    for (auto round = format->next(field.progress()); !round.empty();
         round = format->next(field.progress())) {
      for (const Pairing& pairing : round) {
        for (const int entrant : pairing.entrants) ++seated[static_cast<std::size_t>(entrant)];
      }
      INFO("tournament " << tournament << ", round " << field.next_batch() + 1);
      const auto [least, most] = std::ranges::minmax(seated);
      REQUIRE(most - least <= 1);
      field.play_batch(*format);
    }
  }
}

TEST_CASE("swiss: no rematch, and no second bye, in large fields", "[tournament]") {
  Rng rng(6);
  const int step = proof::is_on() ? 1 : 7;  // odd and even fields
  for (int entrants = 11; entrants <= 40; entrants += step) {
    const auto format = swiss(0);
    Field field(entrants, by_lot(rng));
    field.play_to_the_end(*format);
    INFO(entrants << " entrants");
    CHECK(field.next_batch() == static_cast<int>(std::ceil(std::log2(entrants))) + 2);
    std::set<std::pair<int, int>> met;
    std::map<int, int> seated;
    for (const PlayedPairing& one : field.played()) {
      REQUIRE(met.insert(std::minmax(one.pairing.entrants[0], one.pairing.entrants[1])).second);
      for (const int entrant : one.pairing.entrants) ++seated[entrant];
    }
    for (int i = 0; i < entrants; ++i) CHECK(field.next_batch() - seated[i] <= entrants % 2);
    check_decides_again(*format, field);
  }
}

TEST_CASE("swiss: the first round is the upper half against the lower one", "[tournament]") {
  const auto round = swiss(3)->next(Field(6).progress());
  REQUIRE(round.size() == 3);
  for (int i = 0; i < 3; ++i)
    CHECK(round[static_cast<std::size_t>(i)].entrants == std::vector{i, i + 3});
  const auto with_bye = swiss(3)->next(Field(5).progress());
  REQUIRE(with_bye.size() == 2);
  CHECK(with_bye[0].entrants == std::vector{0, 2});
  CHECK(with_bye[1].entrants == std::vector{1, 3});
}

TEST_CASE("swiss: the favourites of a field of eight are found in three rounds", "[tournament]") {
  const auto format = swiss(3);
  Field field(8);
  field.play_to_the_end(*format);
  const auto ranking = format->ranking(field.progress());
  CHECK(ranking.front().entrant == 0);
  CHECK(ranking.front().score == 3);
  CHECK(ranking.back().entrant == 7);
  CHECK(ranking.back().score == 0);
}

TEST_CASE("swiss: tie-breaks by hand", "[tournament]") {
  // Four entrants, three rounds: 0 beats 2 and 3, 1 beats 0 and 3, 2 beats 1 and 3.
  const auto beats = [](int a, int b) {
    return std::set<std::pair<int, int>>{{0, 2}, {0, 3}, {1, 0}, {1, 3}, {2, 1}, {2, 3}}.contains(
        {a, b});
  };
  Field field(4, [&](const Pairing& pairing) {
    const bool first = beats(pairing.entrants[0], pairing.entrants[1]);
    PairingResult result = result_of(pairing, {first ? 1.0 : 0.0, first ? 0.0 : 1.0});
    // Entrant 2 wins by more, and 1 loses by less.
    for (std::size_t i = 0; i < 2; ++i)
      result.margins[i] += pairing.entrants[i] == 2 ? 2 : pairing.entrants[i] == 1 ? 1 : 0;
    return result;
  });
  const auto format = swiss(3);
  field.play_to_the_end(*format);
  const auto ranking = format->ranking(field.progress());
  std::vector<int> order;
  for (const RankedEntrant& one : ranking) order.push_back(one.entrant);
  CHECK(order == std::vector{2, 1, 0, 3});
  CHECK(ranking[0].score == 2);
  // The opponents have 2, 2 and 0 points, of which the 0 is cut.
  CHECK(ranking[0].tie_breaks[0] == 4);
  // All three have met, and each has won once.
  CHECK(ranking[0].tie_breaks[1] == 1);
  CHECK(format->tie_breaks()[2] == "margin");
}

TEST_CASE("swiss: a bye and a withdrawn opponent give a point, a late start none", "[tournament]") {
  const auto format = swiss(4);
  Field field(5);
  field.play_batch(*format);
  const auto score_of = [&](const std::vector<RankedEntrant>& ranking, int entrant) {
    return std::ranges::find(ranking, entrant, &RankedEntrant::entrant)->score;
  };
  CHECK(score_of(format->ranking(field.progress()), 4) == 1);

  std::vector<PlayedPairing> played = field.played();
  const int gone = played[0].pairing.entrants[0];
  const int left = played[0].pairing.entrants[1];
  played[0].result.reset();
  std::vector<FormatEntrant> entrants(5);
  entrants[static_cast<std::size_t>(gone)].stays.all.back().until = 1;
  entrants.push_back({.stays = {{{1, std::nullopt}}}});
  const TournamentProgress progress{entrants, played};
  const auto ranking = format->ranking(progress);
  CHECK(score_of(ranking, left) == 1);
  CHECK(score_of(ranking, 5) == 0);
  CHECK_FALSE(ranking.back().in_the_running);
  CHECK(ranking.back().entrant == gone);
  const std::vector<Pairing> next = format->next(progress);
  std::set<int> free{1, 2, 3, 4, 5};
  for (const Pairing& pairing : next) {
    for (const int entrant : pairing.entrants) REQUIRE(free.erase(entrant) == 1);
  }
  // Both 3 and 5 have no points, but 3 has lost by its margin too.
  CHECK(free == std::set{3});
}

TEST_CASE("swiss: within a round, who has not played yet has no bye", "[tournament]") {
  const auto format = swiss(3);
  Field field(6);
  field.play_batch(*format);
  std::vector<PlayedPairing> one_over = field.played();
  for (std::size_t i = 1; i < one_over.size(); ++i) one_over[i].result.reset();
  const auto ranking = format->ranking({field.progress().entrants, one_over});
  for (const RankedEntrant& entrant : ranking)
    CHECK(entrant.score == (entrant.entrant == 0 ? 1 : 0));
}

TEST_CASE("swiss of more seats: neighbours by score, few meetings, byes by turns", "[tournament]") {
  Rng rng(8);
  for (int players = 3; players <= 5; ++players) {
    for (int entrants = players; entrants <= 40; ++entrants) {
      const auto format = swiss(4, players);
      Field field(entrants, by_lot(rng));
      field.play_to_the_end(*format);
      REQUIRE(field.next_batch() == 4);
      std::map<int, int> seated;
      std::map<std::pair<int, int>, int> met;
      for (const PlayedPairing& one : field.played()) {
        for (const int a : one.pairing.entrants) {
          ++seated[a];
          for (const int b : one.pairing.entrants) {
            if (a < b) ++met[{a, b}];
          }
        }
      }
      INFO(entrants << " entrants, " << players << " players");
      int least = 4;
      int most = 0;
      for (int i = 0; i < entrants; ++i) {
        least = std::min(least, seated[i]);
        most = std::max(most, seated[i]);
      }
      CHECK(most - least <= 1);
      int rematches = 0;
      for (const auto& [pair, times] : met) rematches += times - 1;
      if (entrants >= 6 * players) CHECK(rematches <= (entrants >= 8 * players ? 0 : 1));
    }
  }
}
