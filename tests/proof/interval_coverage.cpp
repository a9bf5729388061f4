// How often the intervals of a standing contain the true value, by simulation: for every game, with
// and without duplicate deals, few and many of them. Prints the table of docs/statistics.md.
//
// Thousands of deals are played first. Their mean is the truth of a population from which series
// are drawn with replacement, so the truth is known exactly and the deals are those of real games.
// The number of deals of a series is drawn too: a share of a fixed number of whole games can only
// take a few values, so its coverage jumps from one number to the next. Of a share near 0 or 1 few
// values are left whatever the number is: such rows are printed, and not judged.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/core/rng.hpp"
#include "arena/game/games.hpp"
#include "arena/rating/means/mean.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/series/statistics/statistics.hpp"
#include "tests/builtin_series.hpp"

using namespace arena;

namespace {

constexpr std::uint64_t seed = 1;
constexpr double least = 94;
constexpr double most = 96.5;

/// Who plays: `first` against `random` in all other seats.
struct Pairing {
  const AnyGame* game = nullptr;
  int seats = 2;
  std::string first = "random";
  bool duplicate = false;
};

/// The first player's results of each deal.
struct Deals {
  std::vector<double> shares;
  std::vector<double> margins;
};

Deals play(const Pairing& pairing, int deals) {
  std::vector<std::string> bots(static_cast<std::size_t>(pairing.seats), "random");
  bots.front() = pairing.first;
  SeriesPlan plan = test::builtin_plan(*pairing.game, bots, deals, pairing.duplicate, seed);
  plan.jobs = 2;
  const bool more_is_better = pairing.game->info.more_is_better;
  Deals played;
  const Sides sides = plan.schedule.sides();
  SeriesStatistics one(sides.count(), more_is_better);
  SeriesHooks hooks;
  hooks.record = [&](const PlayedMatch& match) {
    one.add(0, teams_at(match.player_at, sides), result_of(match.record, sides.count()));
    if (one.matches() < plan.schedule.tables()) return;
    one.finish();
    played.shares.push_back(one.of(0).share.value());
    played.margins.push_back(one.of(0).margin.value());
    one = SeriesStatistics(sides.count(), more_is_better);
  };
  const SeriesResults results = run(plan, hooks);
  if (results.failure) std::rethrow_exception(results.failure);
  return played;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

struct Coverage {
  double percent = 0;
  double width = 0;
};

/// Of series of `from` to `to` deals.
template <class IntervalOf>
Coverage coverage(const std::vector<double>& deals, int from, int to, int series,
                  IntervalOf interval_of) {
  const double truth = mean_of(deals);
  Rng rng(mix_seed(seed, "coverage", static_cast<std::uint64_t>(from)));
  int hits = 0;
  double widths = 0;
  for (int i = 0; i < series; ++i) {
    Mean mean;
    const int count = from + static_cast<int>(rng.below(static_cast<std::uint32_t>(to - from + 1)));
    for (int deal = 0; deal < count; ++deal)
      mean.add(deals[rng.below(static_cast<std::uint32_t>(deals.size()))]);
    const Interval interval = interval_of(mean);
    hits += interval.low <= truth && truth <= interval.high ? 1 : 0;
    widths += interval.high - interval.low;
  }
  return {100.0 * hits / series, widths / series};
}

Interval of_share(const Mean& mean) { return share_interval(mean); }

Interval of_margin(const Mean& mean) {
  const double error = mean.has_error() ? mean.margin_of_error() : 0;
  return {mean.value() - error, mean.value() + error};
}

bool is_judged(double share) { return share >= 0.1 && share <= 0.9; }

bool is_good(const Coverage& seen) { return seen.percent >= least && seen.percent <= most; }

/// Prints a row; returns whether the shares are covered as they should be.
bool print_row(const Pairing& pairing, int scale) {
  const Deals deals = play(pairing, 10'000 * scale);
  const Coverage few = coverage(deals.shares, 20, 40, 20'000 * scale, of_share);
  const Coverage many = coverage(deals.shares, 400, 600, 4'000 * scale, of_share);
  const Coverage few_margins = coverage(deals.margins, 20, 40, 20'000 * scale, of_margin);
  const Coverage many_margins = coverage(deals.margins, 400, 600, 4'000 * scale, of_margin);
  const double share = mean_of(deals.shares);
  fmt::print("| {} | {} | {} | {} | {:.1f} | {:.1f} | {:.1f} | {:.3f} | {:.1f} | {:.1f} |\n",
             pairing.game->info.name, pairing.first, pairing.seats,
             pairing.duplicate ? "yes" : "no", 100 * share, few.percent, many.percent, few.width,
             few_margins.percent, many_margins.percent);
  std::fflush(stdout);
  return !is_judged(share) || (is_good(few) && is_good(many));
}

std::vector<Pairing> pairings(const Games& games) {
  std::vector<Pairing> all;
  for (const auto& game : games) {
    for (const int seats : {2, 4}) {
      if (seats < game->info.least_seats || seats > game->info.most_seats) continue;
      for (const bool duplicate : {false, true}) {
        all.push_back({game.get(), seats, "random", duplicate});
        all.push_back({game.get(), seats, std::string(game->builtins.default_name()), duplicate});
      }
    }
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  const int scale = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
  const Games games = all_games();
  fmt::print(
      "| game | first player | players | duplicate | win % | win share, 20 to 40 deals | 400 to "
      "600 | "
      "mean width, 20 to 40 | margin, 20 to 40 deals | 400 to 600 |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n");
  int missed = 0;
  for (const Pairing& pairing : pairings(games)) missed += print_row(pairing, scale) ? 0 : 1;
  fmt::print(
      "\nRows from 10 to 90 % whose win share is covered in less than {} or more than {} %: {}\n",
      least, most, missed);
  return missed == 0 ? 0 : 1;
}
