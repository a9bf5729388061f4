// Whether the errors of ratings are right: by hand, by a bootstrap, and by simulation.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "arena/core/rng.hpp"
#include "arena/rating/ratings.hpp"
#include "simulated.hpp"

using namespace arena;

namespace {

double square(double x) { return x * x; }

/// As many deals as there are, drawn with replacement: the clustered bootstrap. REQUIRES: the deals
/// are numbered from 0 without gaps.
Outcomes resample(const Outcomes& outcomes, Rng& rng) {
  std::vector<std::vector<std::size_t>> matches_of;
  for (std::size_t match = 0; match < outcomes.matches(); ++match) {
    matches_of.resize(std::max<std::size_t>(matches_of.size(), outcomes[match].deal + 1));
    matches_of[outcomes[match].deal].push_back(match);
  }
  Outcomes drawn(outcomes.entrants());
  for (std::uint32_t deal = 0; deal < matches_of.size(); ++deal) {
    const auto original = rng.below(static_cast<std::uint32_t>(matches_of.size()));
    for (const std::size_t match : matches_of[original]) {
      const MatchOutcome outcome = outcomes[match];
      drawn.add(deal, std::vector<int>(outcome.entrants.begin(), outcome.entrants.end()),
                std::vector<int>(outcome.groups.begin(), outcome.groups.end()));
    }
  }
  return drawn;
}

/// A tournament that can be played again and again.
struct Series {
  std::vector<double> strengths;
  int seats = 2;
  int deals = 0;   // of each pairing
  int tables = 1;  // of a deal
  double cycle = 0;

  [[nodiscard]] Outcomes play(Rng& rng) const {
    return round_robin(strengths, seats, deals, 0.6, rng, tables, cycle);
  }

  /// The ratings of very many deals; where strengths explain all results, those of the strengths.
  [[nodiscard]] std::vector<double> truth() const {
    if (cycle == 0) return true_elo(strengths);
    Series longer = *this;
    longer.deals = 100 * deals;
    Rng rng(mix_seed(1, "truth", static_cast<std::uint64_t>(seats)));
    return rate(longer.play(rng)).elo;
  }
};

struct Found {
  double coverage = 0;  // in percent: how often the 95 % intervals contain the true rating
  double error = 0;     // in the root mean square, as a part of the true one
};

Found found_in(const Series& series, int runs) {
  const std::vector<double> truth = series.truth();
  Rng rng(mix_seed(1, "coverage", static_cast<std::uint64_t>(series.seats * series.tables)));
  int hits = 0;
  double squares = 0;
  double true_squares = 0;
  for (int run = 0; run < runs; ++run) {
    const Ratings ratings = rate(series.play(rng));
    for (std::size_t entrant = 0; entrant < truth.size(); ++entrant) {
      const double distance = std::abs(ratings.elo[entrant] - truth[entrant]);
      hits += distance <= ratings.reach(static_cast<int>(entrant)) ? 1 : 0;
      squares += square(ratings.error(static_cast<int>(entrant)));
      true_squares += square(distance);
    }
  }
  return {100.0 * hits / (runs * static_cast<double>(truth.size())),
          std::sqrt(squares / true_squares)};
}

}  // namespace

TEST_CASE("the errors of two entrants are those worked out by hand", "[ratings]") {
  // Ten deals of two matches: a wins both of six deals, one match of three, none of one. So the
  // share is 0.75; by symmetry the strengths are x and -x.
  Outcomes outcomes(2);
  const std::vector<int> players{0, 1};
  for (std::uint32_t deal = 0; deal < 10; ++deal) {
    const int wins = deal < 6 ? 2 : (deal < 9 ? 1 : 0);
    for (int match = 0; match < 2; ++match)
      outcomes.add(deal, players, match < wins ? std::vector{1, 2} : std::vector{2, 1});
  }
  const Ratings ratings = rate(outcomes);
  const double elo_of_natural = 400 / std::log(10.0);
  const double x = ratings.elo[0] / elo_of_natural;
  const double chance = 1 / (1 + std::exp(-2 * x));
  const double against_mean = 1 / (1 + std::exp(-x));
  // The information is {{own, -pair}, {-pair, own}}; it stretches (1, -1) by own + pair.
  const double pair = 20 * chance * (1 - chance);
  const double own = pair + against_mean * (1 - against_mean);
  const double squares = 6 * square(2 - 1.5) + 3 * square(1 - 1.5) + square(0 - 1.5);
  const double clustered = squares * 10 / 9 / square(own + pair);
  const double added = 0.5 / (0.5 + own) / (2 * (own + pair));
  CHECK(20 * chance + against_mean == Approx(15.5));
  CHECK(ratings.error(0) == Approx(elo_of_natural * std::sqrt(clustered + added)));
}

TEST_CASE("the spread of a pairing is taken around its own mean", "[ratings]") {
  // Each beats the next one in eight deals of ten, so all ratings are 0: no deal is as expected.
  Outcomes outcomes(3);
  for (std::uint32_t deal = 0; deal < 30; ++deal) {
    const int one = static_cast<int>(deal) / 10;
    outcomes.add(deal, std::vector{one, (one + 1) % 3},
                 deal % 10 < 8 ? std::vector{1, 2} : std::vector{2, 1});
  }
  const Ratings ratings = rate(outcomes);
  // All matrices stretch what has the sum 0: three times what a pairing has, and the virtual draw.
  const double information = 3 * 10 / 4.0 + 1 / 4.0;
  const double own = 2 * 10 / 4.0 + 1 / 4.0;
  const double middle = 3 * 10 * 0.8 * 0.2 * 10 / 9 + 0.5 / (0.5 + own) * information;
  const double variance = middle / square(information) * 2 / 3;  // less the mean of three
  for (int entrant = 0; entrant < 3; ++entrant) {
    CHECK(ratings.elo[static_cast<std::size_t>(entrant)] == Approx(0).margin(1e-9));
    CHECK(ratings.error(entrant) == Approx(400 / std::log(10.0) * std::sqrt(variance)));
  }
}

TEST_CASE("errors agree with a clustered bootstrap", "[ratings][coverage]") {
  Rng rng(5);
  const int draws = 400 * std::min(proof_scale(), 10);
  const double noise = 4 / std::sqrt(2.0 * draws);  // of a standard deviation, four errors of it
  for (const int seats : {2, 3}) {
    const Outcomes outcomes =
        round_robin({0.6, 0.2, 0, -0.8}, seats, seats == 2 ? 60 : 90, 0.8, rng);
    const Ratings ratings = rate(outcomes);
    std::vector<double> sums(4), squares(4);
    for (int draw = 0; draw < draws; ++draw) {
      const Ratings drawn = rate(resample(outcomes, rng));
      for (std::size_t entrant = 0; entrant < 4; ++entrant) {
        sums[entrant] += drawn.elo[entrant];
        squares[entrant] += square(drawn.elo[entrant]);
      }
    }
    for (int entrant = 0; entrant < 4; ++entrant) {
      const auto index = static_cast<std::size_t>(entrant);
      const double variance = (squares[index] - square(sums[index]) / draws) / (draws - 1);
      CHECK(ratings.error(entrant) == Approx(std::sqrt(variance)).epsilon(0.03 + noise));
    }
  }
}

TEST_CASE("95 % intervals contain the true rating in 95 of 100 series", "[ratings][coverage]") {
  const int scale = proof_scale();
  const double slack = scale > 1 ? 0 : 1.2;  // of a few series
  for (const int seats : {2, 3, 4}) {
    // A match in each seating, as in Lost Cities; or a single one, as in Streams and bidding.
    for (const int tables : {seats, 1}) {
      const Series series{{1, 0.5, 0.1, 0, -0.4, -1.2}, seats, seats == 2 ? 20 : 10, tables};
      const auto [percent, error] = found_in(series, 150 * scale);
      report(fmt::format("{} players, {} deals, {} matches a deal: intervals of ratings", seats,
                         series.deals, tables),
             percent);
      CAPTURE(seats, tables, percent, error);
      CHECK(percent >= 94 - slack);
      CHECK(percent <= 96.5 + slack);
    }
  }
}

TEST_CASE("intervals and errors are right in a field with cycles", "[ratings][coverage]") {
  const int scale = proof_scale();
  const double slack = scale > 1 ? 0 : 1.2;  // of a few series
  for (const int seats : {2, 3}) {
    for (const int tables : {seats, 1}) {
      const Series series{{0.4, 0.2, 0, 0, 0, -0.2, -0.4}, seats, seats == 2 ? 20 : 10, tables, 1};
      const auto [percent, error] = found_in(series, 150 * scale);
      const std::string field = fmt::format("{} players in cycles, {} deals, {} matches a deal",
                                            seats, series.deals, tables);
      report(field + ": intervals of ratings", percent);
      report(field + ": errors, of the true ones", 100 * error);
      CAPTURE(seats, tables, percent, error);
      CHECK(percent >= 94 - slack);
      CHECK(percent <= 96.5 + slack);
      CHECK(error == Approx(1).margin(scale > 1 ? 0.03 : 0.1));
    }
  }
}
