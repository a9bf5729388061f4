// How many deals it takes to tell two bots apart: by a confidence sequence (`arena compare`), by
// the sequential probability ratio test of chess testing, and by a test of fixed size. Prints the
// tables of docs/compare.md. All three take the same simulated pairs of games, and have the same
// errors: a wrong winner in at most 5 % of the runs (2.5 % for each side), and a difference of the
// margin missed in at most 5 %.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include <boost/math/distributions/normal.hpp>
#include <fmt/format.h>

#include "../rating/monte_carlo.hpp"
#include "arena/rating/means/confidence_sequence.hpp"
#include "arena/rating/means/sprt.hpp"

using namespace arena;
using simulated::Bots;
using simulated::Deals;
using simulated::Shares;

namespace {

constexpr double level = 0.5;
constexpr double margin = 0.02;

struct Counts {
  std::vector<int> deals;  // of each run, sorted
  int wrong = 0;
  [[nodiscard]] double mean() const {
    double sum = 0;
    for (const int count : deals) sum += count;
    return sum / static_cast<double>(deals.size());
  }
  [[nodiscard]] int nine_of_ten() const { return deals[deals.size() * 9 / 10]; }
  [[nodiscard]] double percent_wrong() const {
    return 100.0 * wrong / static_cast<double>(deals.size());
  }
};

bool is_wrong(Decision told, double mean) {
  constexpr double rounding = 1e-9;
  return (told == Decision::a_better && mean < level + rounding) ||
         (told == Decision::b_better && mean > level - rounding) ||
         (told == Decision::close && std::abs(mean - level) > margin + rounding);
}

Counts by_sequence(const Shares& shares, int runs) {
  Counts counts;
  for (int run = 0; run < runs; ++run) {
    ConfidenceSequence sequence;
    Deals deals(shares, static_cast<unsigned>(run));
    while (decide(sequence, margin) == Decision::not_yet) sequence.add(deals.next());
    counts.deals.push_back(sequence.count());
    counts.wrong += is_wrong(decide(sequence, margin), shares.mean()) ? 1 : 0;
  }
  std::ranges::sort(counts.deals);
  return counts;
}

double elo_of(double share) { return 400 * std::log10(share / (1 - share)); }

/// It answers a question of its own: is A better by the margin, or is it not better?
Counts by_sprt(const Shares& shares, int runs) {
  Counts counts;
  for (int run = 0; run < runs; ++run) {
    Sprt sprt({0, elo_of(level + margin), 0.025, 0.05});
    Deals deals(shares, static_cast<unsigned>(run));
    while (sprt.verdict() == Sprt::Verdict::not_yet) sprt.add(deals.next());
    counts.deals.push_back(sprt.count());
    const bool better = sprt.verdict() == Sprt::Verdict::elo1;
    constexpr double rounding = 1e-9;
    const bool wrong =
        better ? shares.mean() < level + rounding : shares.mean() > level + margin - rounding;
    counts.wrong += wrong ? 1 : 0;
  }
  std::ranges::sort(counts.deals);
  return counts;
}

/// How many deals a test needs whose number of deals is fixed beforehand, to find this difference
/// in one direction or the other: by the normal approximation of textbooks, such as Lehmann and
/// Romano, "Testing Statistical Hypotheses".
double fixed_deals(double difference, double deviation) {
  constexpr double error = 0.05;  // of both kinds
  const boost::math::normal normal;
  const double z = quantile(normal, 1 - error / 2) + quantile(normal, 1 - error);
  return std::pow(z * deviation / difference, 2);
}

void print_row(const Bots& bots, double difference, int runs) {
  const Shares shares = bots.with_mean(level + difference).shares();
  const double fixed = std::ceil(fixed_deals(margin, shares.deviation()));
  const Counts sequence = by_sequence(shares, runs);
  const Counts sprt = by_sprt(shares, runs);
  fmt::print(
      "| {:.2f} | {:.0f} | {:.0f} | {:.0f} | {:.0f} | {} | {:.1f} | {:.0f} | {} | {:.1f} |\n",
      shares.deviation(), 100 * (level + difference), elo_of(level + difference), fixed,
      sequence.mean(), sequence.nine_of_ten(), sequence.percent_wrong(), sprt.mean(),
      sprt.nine_of_ten(), sprt.percent_wrong());
  std::fflush(stdout);
}

/// The forecast after so many deals, in the runs that go on, as a multiple of the deals that are
/// left.
void print_forecast(const Shares& shares, int after, int runs) {
  std::vector<double> ratios;
  int going_on = 0;
  for (int run = 0; run < runs; ++run) {
    ConfidenceSequence sequence;
    Deals deals(shares, static_cast<unsigned>(run));
    std::optional<int> forecast;
    while (decide(sequence, margin) == Decision::not_yet) {
      if (sequence.count() == after) forecast = more_values(sequence, margin);
      sequence.add(deals.next());
    }
    going_on += sequence.count() > after ? 1 : 0;
    if (forecast) ratios.push_back(static_cast<double>(*forecast) / (sequence.count() - after));
  }
  std::ranges::sort(ratios);
  const auto at = [&](double rank) {
    return ratios[static_cast<std::size_t>(rank * static_cast<double>(ratios.size() - 1))];
  };
  fmt::print("| {:.0f} | {} | {:.0f} | {:.0f} | {:.2f} | {:.2f} | {:.2f} |\n", 100 * shares.mean(),
             after, 100.0 * going_on / runs, 100.0 * static_cast<double>(ratios.size()) / going_on,
             at(0.25), at(0.5), at(0.75));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const double scale = argc > 1 ? std::atof(argv[1]) : 1;
  const int runs = std::max(10, static_cast<int>(2'000 * scale));
  const Bots skill{0, 1, 0, 0.2};     // most of the luck is in the deal
  const Bots chance{0, 0.2, 0, 0.2};  // most of it is in the game
  fmt::print(
      "| deviation of a deal | A's share % | Elo | fixed size | compare: mean deals | nine of ten "
      "runs | wrong % | SPRT: mean deals | nine of ten runs | wrong % |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n");
  for (const Bots& bots : {skill, chance}) {
    for (const double difference : {0.0, 0.01, 0.02, 0.04, 0.08, 0.2})
      print_row(bots, difference, runs);
  }
  fmt::print(
      "\n| A's share % | after deals | runs that go on % | with a forecast % | lower quartile | "
      "median "
      "| upper quartile |\n|---|---|---|---|---|---|---|\n");
  for (const auto& [difference, after] :
       {std::pair(0.0, 400), std::pair(0.0, 1'600), std::pair(0.02, 200), std::pair(0.02, 800),
        std::pair(0.08, 30), std::pair(0.08, 100)})
    print_forecast(skill.with_mean(level + difference).shares(), after, runs);
}
