// Whether the errors of ratings are right: by hand, by a bootstrap, and by simulation.
#include <algorithm>
#include <cmath>
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

/// In percent: how often the 95 % intervals contain the true rating.
double interval_coverage(const std::vector<double>& strengths, int seats, int deals, int tables,
                         int runs) {
  const std::vector<double> truth = true_elo(strengths);
  Rng rng(mix_seed(1, "coverage", static_cast<std::uint64_t>(seats * tables)));
  int hits = 0;
  for (int run = 0; run < runs; ++run) {
    const Ratings ratings = rate(round_robin(strengths, seats, deals, 0.6, rng, tables));
    for (std::size_t entrant = 0; entrant < truth.size(); ++entrant) {
      const double distance = std::abs(ratings.elo[entrant] - truth[entrant]);
      hits += distance <= ratings.reach(static_cast<int>(entrant)) ? 1 : 0;
    }
  }
  return 100.0 * hits / (runs * static_cast<double>(truth.size()));
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
  const double squares =
      6 * square(2 - 2 * chance) + 3 * square(1 - 2 * chance) + square(2 * chance);
  const double clustered = squares * 10 / 9 / square(own + pair);
  const double added = 0.5 / (0.5 + own) / (2 * (own + pair));
  CHECK(20 * chance + against_mean == Approx(15.5));
  CHECK(ratings.error(0) == Approx(elo_of_natural * std::sqrt(clustered + added)));
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
  const std::vector<double> strengths{1, 0.5, 0.1, 0, -0.4, -1.2};
  for (const int seats : {2, 3, 4}) {
    // A match in each seating, as in Lost Cities; or a single one, as in Streams and bidding.
    for (const int tables : {seats, 1}) {
      const int deals = seats == 2 ? 20 : 10;
      const double percent = interval_coverage(strengths, seats, deals, tables, 150 * scale);
      report(fmt::format("{} players, {} deals, {} matches a deal: intervals of ratings", seats,
                         deals, tables),
             percent);
      CAPTURE(seats, tables, percent);
      CHECK(percent >= 94 - slack);
      CHECK(percent <= 96.5 + slack);
    }
  }
}
