// League: all play equally much whoever comes and goes, pairings that tell most, and how often its
// stop is right. ARENA_PROOF scales the simulation.
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <ranges>
#include <set>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "arena/core/rng.hpp"
#include "arena/tournament/formats/format.hpp"
#include "arena/tournament/formats/league_ratings.hpp"
#include "tests/files.hpp"
#include "tests/proof.hpp"
#include "tests/tournament/field.hpp"

using namespace arena;
using namespace arena::test;

namespace {

/// Mean margins, as if a result showed only the strength of its own entrant.
LeagueRatings mean_margins(const TournamentProgress& progress) {
  const std::size_t count = progress.entrants.size();
  LeagueRatings ratings{std::vector<double>(count), std::vector<double>(count * count)};
  std::vector<int> deals(count);
  for (const auto& [pairing, result] : progress.played) {
    for (std::size_t i = 0; result && i < pairing.entrants.size(); ++i) {
      const auto entrant = static_cast<std::size_t>(pairing.entrants[i]);
      ratings.ratings[entrant] += result->margins[i];
      deals[entrant] += result->deals;
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (deals[i] > 0) ratings.ratings[i] /= deals[i];
    ratings.covariance[i * count + i] = 1 / (1.0 + deals[i]);
  }
  return ratings;
}

/// Least squares for margins of pairs with the variance 1 of a deal, and a hundredth of a deal
/// against an entrant of strength 0 for each.
LeagueRatings least_squares(const TournamentProgress& progress) {
  const std::size_t count = progress.entrants.size();
  std::vector<double> matrix(count * count);
  std::vector<double> sums(count);
  for (std::size_t i = 0; i < count; ++i) matrix[i * count + i] = 0.01;
  for (const auto& [pairing, result] : progress.played) {
    const auto a = static_cast<std::size_t>(pairing.entrants[0]);
    const auto b = static_cast<std::size_t>(pairing.entrants[1]);
    matrix[a * count + a] += result->deals;
    matrix[b * count + b] += result->deals;
    matrix[a * count + b] -= result->deals;
    matrix[b * count + a] -= result->deals;
    sums[a] += result->margins[0];
    sums[b] += result->margins[1];
  }
  // Gauss and Jordan: the matrix is positive definite.
  LeagueRatings ratings{std::vector<double>(count), std::vector<double>(count * count), 1};
  std::vector<double>& inverse = ratings.covariance;
  for (std::size_t i = 0; i < count; ++i) inverse[i * count + i] = 1;
  for (std::size_t pivot = 0; pivot < count; ++pivot) {
    const double scale = 1 / matrix[pivot * count + pivot];
    for (std::size_t k = 0; k < count; ++k) {
      matrix[pivot * count + k] *= scale;
      inverse[pivot * count + k] *= scale;
    }
    for (std::size_t row = 0; row < count; ++row) {
      const double factor = matrix[row * count + pivot];
      for (std::size_t k = 0; row != pivot && k < count; ++k) {
        matrix[row * count + k] -= factor * matrix[pivot * count + k];
        inverse[row * count + k] -= factor * inverse[pivot * count + k];
      }
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < count; ++k) ratings.ratings[i] += inverse[i * count + k] * sums[k];
  }
  return ratings;
}

double uniform(Rng& rng) { return (static_cast<double>(rng.next() >> 11U) + 0.5) * 0x1p-53; }

double normal(Rng& rng) {
  return std::sqrt(-2 * std::log(uniform(rng))) * std::cos(2 * std::numbers::pi * uniform(rng));
}

Field::Play with_strengths(const std::vector<double>& strengths, Rng& rng) {
  return [&](const Pairing& pairing) {
    const auto& table = pairing.entrants;
    const double margin = pairing.deals * (strengths[static_cast<std::size_t>(table[0])] -
                                           strengths[static_cast<std::size_t>(table[1])]) +
                          std::sqrt(pairing.deals) * normal(rng);
    PairingResult result = result_of(pairing, {0.5, 0.5});
    result.margins = {margin, -margin};
    return result;
  };
}

/// Deals of each entrant so far, after each batch.
std::vector<std::map<int, int>> deals_by_batch(const Field& field) {
  std::vector<std::map<int, int>> after{{}};
  for (const PlayedPairing& one : field.played()) {
    if (one.pairing.batch + 2 > static_cast<int>(after.size())) after.push_back(after.back());
    for (const int entrant : one.pairing.entrants) after.back()[entrant] += one.pairing.deals;
  }
  return after;
}

/// Deals of two matches with exchanged seats: won, drawn or lost, and correlated by the cards.
Field::Play in_matches(const std::vector<double>& strengths, Rng& rng) {
  return [&](const Pairing& pairing) {
    const double lead = strengths[static_cast<std::size_t>(pairing.entrants[0])] -
                        strengths[static_cast<std::size_t>(pairing.entrants[1])];
    PairingResult result = result_of(pairing, {0, 0});
    for (int deal = 0; deal < pairing.deals; ++deal) {
      const double cards = normal(rng);
      double share = 0;  // of the first entrant, in both matches
      for (const double luck : {cards, -cards}) {
        const double margin = lead + luck + normal(rng);
        share += std::abs(margin) < 0.2 ? 0.25 : margin > 0 ? 0.5 : 0;
      }
      result.shares[0] += share;
      result.shares[1] += 1 - share;
      result.share_squares += share * share;
    }
    return result;
  };
}

/// A store for ratings of two at a table, which read nothing from it.
Store empty_store(const test::TestFolder& folder) {
  StoredTournament tournament;
  tournament.format = "league";
  return Store::create(folder.path() / "league.db", tournament, "0x1", {});
}

struct StoppedLeagues {
  int stopped = 0;
  int wrong = 0;  // of these
};

/// Plays leagues of three to five entrants until their order is known at 95 %.
StoppedLeagues play_leagues(int leagues, const RatingFunction& ratings,
                            Field::Play (*play)(const std::vector<double>&, Rng&)) {
  Rng rng(11);
  StoppedLeagues result;
  for (int league = 0; league < leagues; ++league) {
    const int count = 3 + static_cast<int>(rng.below(3));
    std::vector<double> strengths;
    for (int i = 0; i < count; ++i) strengths.push_back(0.7 * normal(rng));
    const auto format =
        make_format({.kind = FormatKind::league, .deals = 4, .stop_at = 0.95}, ratings);
    Field field(count, play(strengths, rng));
    constexpr int most_batches = 250;
    while (field.next_batch() < most_batches && field.play_batch(*format)) {
    }
    if (field.next_batch() == most_batches) continue;
    ++result.stopped;
    const auto ranking = format->ranking(field.progress());
    for (std::size_t i = 1; i < ranking.size(); ++i) {
      if (strengths[static_cast<std::size_t>(ranking[i - 1].entrant)] >
          strengths[static_cast<std::size_t>(ranking[i].entrant)])
        continue;
      ++result.wrong;
      break;
    }
  }
  return result;
}

}  // namespace

TEST_CASE("league: all play equally much, whoever comes and goes", "[tournament]") {
  for (const int players : {2, 3, 4}) {
    const auto format =
        make_format({.kind = FormatKind::league, .players = players, .deals = 3}, mean_margins);
    Rng rng(static_cast<std::uint64_t>(players));
    Field field(9);
    std::vector<std::vector<int>> active_in;
    constexpr int batches = 1000;
    while (field.next_batch() < batches) {
      const int batch = field.next_batch();
      if (batch > 0 && rng.below(60) == 0) field.join();
      const auto& entrants = field.progress().entrants;
      std::vector<int> active;
      for (std::size_t i = 0; i < entrants.size(); ++i) {
        if (entrants[i].is_active(batch)) active.push_back(static_cast<int>(i));
      }
      if (active.size() > 7 && rng.below(60) == 0) {
        const auto leaver = rng.below(static_cast<std::uint32_t>(active.size()));
        field.withdraw(active[leaver]);
        active.erase(active.begin() + leaver);
      }
      active_in.push_back(active);
      REQUIRE(field.play_batch(*format));
    }
    const auto deals = deals_by_batch(field);
    const auto has_caught_up = [&](int entrant, std::size_t batch) {
      int most = 0;
      for (const int other : active_in[batch])
        most = std::max(most, deals[batch].contains(other) ? deals[batch].at(other) : 0);
      return (deals[batch].contains(entrant) ? deals[batch].at(entrant) : 0) >= most - 1;
    };
    int windows = 0;
    int newcomers = 0;
    for (std::size_t begin = 0; begin < batches; begin += 7) {
      for (const std::size_t length : {7U, 10U, 40U, 200U}) {
        const std::size_t end = begin + length;
        if (end >= batches) continue;
        std::optional<int> least;
        int most = 0;
        for (const int entrant : active_in[end - 1]) {
          const auto& then = active_in[begin];
          if (std::ranges::find(then, entrant) == then.end()) continue;
          if (!has_caught_up(entrant, begin)) {
            ++newcomers;
            continue;
          }
          const int before = deals[begin].contains(entrant) ? deals[begin].at(entrant) : 0;
          const int in_window = deals[end].at(entrant) - before;
          least = std::min(least.value_or(in_window), in_window);
          most = std::max(most, in_window);
        }
        if (most < 20) continue;
        ++windows;
        INFO(players << " players, batches " << begin << " to " << end);
        REQUIRE(most - *least <= std::max(1.0, 0.05 * most));
      }
    }
    CHECK(windows > 200);
    CHECK(newcomers > 0);
  }
}

TEST_CASE("league: a newcomer first meets all strengths, until it has as many deals",
          "[tournament]") {
  const auto format = make_format({.kind = FormatKind::league, .deals = 2}, mean_margins);
  Field field(10);
  for (int i = 0; i < 50; ++i) field.play_batch(*format);
  field.join();
  const std::vector<Pairing> first = format->next(field.progress());
  for (std::size_t i = 0; i < 10; ++i) CHECK(first[i].entrants[0] == 10);
  CHECK(first[10].label == "batch 51");
  int batches = 0;
  while (format->next(field.progress()).front().label.find("catching up") != std::string::npos) {
    REQUIRE(++batches < 20);
    field.play_batch(*format);
  }
  const auto deals = deals_by_batch(field).back();
  for (const auto& [entrant, count] : deals) CHECK(std::abs(count - deals.at(10)) <= 1);
}

TEST_CASE("league: newcomers have at most half of a batch, and all of them catch up",
          "[tournament]") {
  struct Case {
    int players;
    int veterans;
    int newcomers;
    int deals;
  };
  for (const auto& [players, veterans, newcomers, deals] :
       {Case{2, 2, 1, 1}, Case{2, 10, 1, 2}, Case{2, 10, 3, 50}, Case{2, 3, 30, 4},
        Case{2, 10, 10, 1}, Case{2, 4, 1, 3}, Case{3, 6, 2, 3}, Case{4, 8, 20, 1},
        Case{4, 12, 2, 5}, Case{4, 6, 3, 1}, Case{4, 6, 3, 2}, Case{4, 6, 2, 1}, Case{3, 4, 2, 1},
        Case{3, 3, 1, 1}, Case{3, 3, 2, 1}, Case{4, 4, 1, 1}, Case{4, 4, 3, 1}, Case{4, 5, 2, 1}}) {
    INFO(players << " at a table, " << veterans << " veterans, " << newcomers << " newcomers");
    const auto format =
        make_format({.kind = FormatKind::league, .players = players, .deals = deals}, mean_margins);
    Field field(veterans);
    for (int i = 0; i < 20; ++i) field.play_batch(*format);
    std::map<int, int> all = deals_by_batch(field).back();
    for (int i = 0; i < newcomers; ++i) field.join();
    const auto spread = [&all] {
      const auto [least, most] = std::ranges::minmax(all | std::views::values);
      return most - least;
    };
    int batches = 0;
    do {
      REQUIRE(++batches < 2000);
      const std::vector<Pairing> batch = format->next(field.progress());
      int extra = 0;
      std::map<int, int> regular;  // deals of each entrant
      for (const Pairing& pairing : batch) {
        const bool is_regular = pairing.label.find("catching up") == std::string::npos;
        extra += is_regular ? 0 : pairing.deals;
        for (const int one : pairing.entrants) {
          regular[one] += is_regular ? pairing.deals : 0;
          all[one] += pairing.deals;
        }
      }
      REQUIRE(static_cast<int>(regular.size()) == veterans + newcomers);
      for (const auto& [entrant, count] : regular) REQUIRE(count == regular.at(0));
      REQUIRE(extra * players <= regular.at(0) * (veterans + newcomers));
      field.play_batch(*format);
    } while (spread() > 1);
  }
}

TEST_CASE("league: whoever comes back goes on with its results", "[tournament]") {
  const auto format = make_format({.kind = FormatKind::league, .deals = 2}, mean_margins);
  Field field(6);
  for (int i = 0; i < 10; ++i) field.play_batch(*format);
  field.withdraw(5);
  const int then = deals_by_batch(field).back().at(5);
  field.play_batch(*format);
  CHECK(deals_by_batch(field).back().at(5) == then);
  field.come_back(5);
  while (deals_by_batch(field).back().at(5) < deals_by_batch(field).back().at(0) - 1) {
    REQUIRE(field.next_batch() < 15);
    field.play_batch(*format);
  }
  CHECK(format->ranking(field.progress()).back().in_the_running);
  check_decides_again(*format, field);
}

TEST_CASE("league: in a large field, all play those who are near", "[tournament]") {
  const test::TestFolder folder;
  const Store store = empty_store(folder);
  for (const int entrants : {400, 401}) {
    const auto format =
        make_format({.kind = FormatKind::league, .deals = 2}, league_ratings(store, 2));
    Field field(entrants);
    for (int batch = 0; batch < 5; ++batch) REQUIRE(field.play_batch(*format));
    const auto deals = deals_by_batch(field).back();
    CHECK(static_cast<int>(deals.size()) == entrants);
    for (const auto& [entrant, count] : deals) CHECK(count == 10);
    const LeagueRatings ratings = league_ratings(store, 2)(field.progress());
    CHECK(ratings.covariance.size() == ratings.ratings.size());
    std::vector<int> all(static_cast<std::size_t>(entrants));
    std::iota(all.begin(), all.end(), 0);
    const std::vector<int> order = best_first(ratings, all);
    const auto place = [&order](int one) { return std::ranges::find(order, one) - order.begin(); };
    const std::vector<Pairing> next = format->next(field.progress());
    CHECK(static_cast<int>(next.size()) == (entrants + 1) / 2 + entrants % 2);
    for (const Pairing& one : next)
      CHECK(std::abs(place(one.entrants[0]) - place(one.entrants[1])) <= 101);
  }
}

TEST_CASE("league: of many that have left, those with the most deals are rated", "[tournament]") {
  const test::TestFolder folder;
  const Store store = empty_store(folder);
  const auto format =
      make_format({.kind = FormatKind::league, .deals = 2}, league_ratings(store, 2));
  Field field(400);
  for (int batch = 0; batch < 3; ++batch) {
    REQUIRE(field.play_batch(*format));
    for (int one = 391 - 50 * batch; one < 400 - 50 * batch; ++one) field.withdraw(one);
  }
  for (int one = 0; one < 391; ++one) {
    if (one % 40 != 0 && !field.entrants()[static_cast<std::size_t>(one)].stays.has_left())
      field.withdraw(one);
  }
  const LeagueRatings ratings = league_ratings(store, 2)(field.progress());
  REQUIRE(ratings.rated.size() == 300);
  CHECK(ratings.covariance.size() == 300 * 300);
  for (int one = 0; one < 400; one += 40) CHECK(std::ranges::binary_search(ratings.rated, one));
  CHECK_FALSE(std::ranges::binary_search(ratings.rated, 399));  // has two deals, others six
  // As if there had been no others.
  Field few(300);
  std::vector<PlayedPairing> among_them;
  for (PlayedPairing one : field.played()) {
    bool all_rated = true;
    for (int& entrant : one.pairing.entrants) {
      const auto found = std::ranges::lower_bound(ratings.rated, entrant);
      all_rated = all_rated && found != ratings.rated.end() && *found == entrant;
      entrant = static_cast<int>(found - ratings.rated.begin());
    }
    if (all_rated) among_them.push_back(one);
  }
  const LeagueRatings alone = league_ratings(store, 2)({few.entrants(), among_them});
  for (std::size_t i = 0; i < ratings.rated.size(); ++i)
    CHECK(ratings.ratings[static_cast<std::size_t>(ratings.rated[i])] == alone.ratings[i]);
  CHECK(ratings.covariance == alone.covariance);
  CHECK(OrderInformation(ratings, {ratings.rated[3], ratings.rated[7]}, 1)
            .of(ratings.rated[3], ratings.rated[7]) == OrderInformation(alone, {3, 7}, 1).of(3, 7));
  REQUIRE(field.play_batch(*format));
  check_decides_again(*format, field);
}

TEST_CASE("league: neighbours whose order is in doubt play each other", "[tournament]") {
  // Entrants 1 and 2 are close to each other, and all else is clear.
  const auto clear_but_one = [](const TournamentProgress&) {
    LeagueRatings ratings{{10, 0.1, 0, -10}, std::vector<double>(16)};
    for (std::size_t i = 0; i < 4; ++i) ratings.covariance[i * 5] = 0.1;
    return ratings;
  };
  const auto format = make_format({.kind = FormatKind::league}, clear_but_one);
  const auto batch = format->next(Field(4).progress());
  REQUIRE(batch.size() == 2);
  CHECK(batch[1].entrants == std::vector{1, 2});
}

TEST_CASE("league: what a pairing tells, by hand", "[tournament]") {
  // Two neighbours with variance 1 each, and a deal with variance 2: the variance of their
  // difference falls from 2 to 1, and the order is wrong with probability 1/2.
  const LeagueRatings ratings{{0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}, 2};
  CHECK(OrderInformation(ratings, {0, 1}, 1).of(0, 1) == Approx(0.5));
  CHECK(OrderInformation(ratings, {0, 1}, 2).of(0, 1) == Approx(0.5 * 4 / 3));
}

TEST_CASE("league: pairings of the same two are one sum, whoever is named first", "[tournament]") {
  const test::TestFolder folder;
  const Store store = empty_store(folder);
  const std::vector<FormatEntrant> entrants(2);
  // Four deals of two matches: the lower entrant gets 2, 1, 1 and 0 points.
  const PlayedPairing low_first{{0, 0, {0, 1}, 0, 2, {}},
                                PairingResult{{1.5, 0.5}, {0, 0}, 2, 1.25}};
  const PlayedPairing low_first_too{{1, 0, {0, 1}, 2, 2, {}},
                                    PairingResult{{0.5, 1.5}, {0, 0}, 2, 0.25}};
  const PlayedPairing high_first{{1, 0, {1, 0}, 2, 2, {}},
                                 PairingResult{{1.5, 0.5}, {0, 0}, 2, 1.25}};
  const auto rated = [&](const PlayedPairing& second) {
    const std::vector<PlayedPairing> played{low_first, second};
    return league_ratings(store, 2)({entrants, played});
  };
  const LeagueRatings one_way = rated(low_first_too);
  const LeagueRatings both_ways = rated(high_first);
  CHECK(both_ways.ratings == one_way.ratings);
  CHECK(both_ways.covariance == one_way.covariance);
}

TEST_CASE("league: decides the same again", "[tournament]") {
  for (const int players : {2, 3}) {
    const auto format =
        make_format({.kind = FormatKind::league, .players = players, .deals = 2}, mean_margins);
    Field field(7);
    for (int i = 0; i < 30; ++i) {
      if (i == 10) field.join();
      if (i == 15) field.withdraw(3);
      field.play_batch(*format);
    }
    check_decides_again(*format, field);
  }
}

TEST_CASE("league: its stop is right as often as it says", "[tournament][league_stop]") {
  const int leagues = std::max(30, proof::repetitions(3000, 0));
  const test::TestFolder folder;
  const Store store = empty_store(folder);
  for (const bool in_product : {true, false}) {
    const auto [stopped, wrong] = in_product
                                      ? play_leagues(leagues, league_ratings(store, 2), in_matches)
                                      : play_leagues(leagues, least_squares, with_strengths);
    const char* const what = in_product ? "ratings of matches" : "means of margins";
    if (proof::is_on())
      fmt::print("{}: {} of {} stopped leagues have the wrong order\n", what, wrong, stopped);
    INFO(what << ": " << wrong << " of " << stopped << " stopped leagues have the wrong order");
    CHECK(stopped > leagues / 3);
    CHECK(wrong <= 0.05 * stopped + 2 * std::sqrt(0.05 * 0.95 * stopped));
  }
}
