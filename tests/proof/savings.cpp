// What duplicate deals and baselines save, for every game. Prints the table of docs/statistics.md.
//
// A method saves 2 if without it twice as many games give the same error: the ratio of the
// variances of the means, at equal numbers of games. Duplicate deals cannot raise the error much,
// but they cost games, so their saving may be below 1. The program fails if an adjusted mean is off
// from the raw one by more than both errors explain, or if a baseline makes the error larger.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arena/game/games.hpp"
#include "arena/series/statistics/adjusted_statistics.hpp"
#include "tests/builtin_series.hpp"

using namespace arena;

namespace {

constexpr std::uint64_t seed = 1;

/// The first bot's results are measured.
struct Pairing {
  std::string game;
  std::vector<std::string> bots;  // by seat
  int deals = 1000;
};

const std::vector<Pairing> pairings = {
    {"bidding", {"learner", "scatter"}, 4000},
    {"bidding", {"learner", "scatter", "counter", "random"}, 4000},
    {"lost_cities", {"greedy", "dumb"}, 4000},
    {"lost_cities", {"greedy", "random"}, 4000},
    {"lost_cities", {"random", "random"}, 4000},
    {"most", {"melder", "random"}, 400},
    {"most", {"melder", "random", "melder", "random"}, 400},
    {"streams", {"table"}, 2000},
    {"streams", {"rollout"}, 500},
    {"streams", {"table", "halves"}, 2000},
    {"yard_bridge", {"loader", "shed"}, 400},
    {"yard_bridge", {"loader", "shed", "loader", "shed"}, 400},
};

/// The means of the first bot.
struct Played {
  SeriesStatistics statistics;
  std::optional<AdjustedFigures> adjusted;  // where the game has a baseline
  int tables = 1;
};

Played play(const AnyGame& game, const Pairing& pairing, bool duplicate, int scale) {
  SeriesPlan plan = test::builtin_plan(game, pairing.bots, pairing.deals * scale, duplicate, seed);
  plan.jobs = 2;
  std::optional<AdjustedStatistics> adjusted;
  if (game.baseline) adjusted.emplace(game, plan.settings.options, plan.schedule, SeedKey(seed));
  SeriesHooks hooks;
  hooks.count = [&adjusted](int match, const MatchResult& result) {
    if (adjusted) adjusted->add(match, result);
  };
  SeriesResults results = run(plan, hooks);
  if (results.failure) std::rethrow_exception(results.failure);
  Played played{std::move(results.statistics), std::nullopt, plan.schedule.tables()};
  if (adjusted) played.adjusted = adjusted->figures().front();
  return played;
}

/// Of the mean of one game, or of as many games as a deal has tables.
double variance_of_game(const Mean& mean, int tables) {
  return mean.has_error() ? std::pow(mean.standard_error(), 2) * mean.count() * tables : 0;
}

std::string saving_text(double saving) {
  return std::isfinite(saving) ? fmt::format("{:.2f}", saving) : "all";
}

/// Whether the adjusted mean may be that of the raw values, and is no less exact.
bool is_sound(const AdjustedMean& mean) {
  if (mean.margin_of_error == 0) return true;
  const double difference = std::abs(mean.adjusted.value() - mean.raw.value());
  const double both = std::hypot(mean.margin_of_error, mean.raw.margin_of_error());
  return difference <= 2 * both && mean.saving > 0.9;
}

struct Measure {
  std::string_view name;
  Mean PlayerStatistics::*raw;
  AdjustedMean AdjustedFigures::*adjusted;
};

/// Prints a row; returns whether its adjusted means are sound.
bool print_row(const Pairing& pairing, const Measure& measure, const Played& single,
               const Played& duplicate) {
  const double alone = variance_of_game(single.statistics.of(0).*measure.raw, 1);
  const double paired = variance_of_game(duplicate.statistics.of(0).*measure.raw, duplicate.tables);
  const bool can_duplicate = duplicate.tables > 1;
  std::string by_baseline = "-";
  std::string by_both = "-";
  bool sound = true;
  if (single.adjusted) {
    const AdjustedMean& one = *single.adjusted.*measure.adjusted;
    const AdjustedMean& both = *duplicate.adjusted.*measure.adjusted;
    by_baseline = saving_text(one.saving);
    if (can_duplicate) by_both = saving_text(alone / paired * both.saving);
    sound = is_sound(one) && is_sound(both);
  }
  fmt::print("| {} | {} | {} | {} | {} | {} |{}\n", pairing.game, fmt::join(pairing.bots, ", "),
             measure.name, can_duplicate ? saving_text(alone / paired) : "-", by_baseline, by_both,
             sound ? "" : " not sound");
  std::fflush(stdout);
  return sound;
}

bool print_rows(const AnyGame& game, const Pairing& pairing, int scale) {
  const Played single = play(game, pairing, false, scale);
  const Played duplicate = play(game, pairing, true, scale);
  const Measure share{"win share", &PlayerStatistics::share, &AdjustedFigures::share};
  const Measure margin{"margin", &PlayerStatistics::margin, &AdjustedFigures::margin};
  const Measure score{"score", &PlayerStatistics::score, &AdjustedFigures::score};
  if (pairing.bots.size() == 1) return print_row(pairing, score, single, duplicate);
  const bool shares = print_row(pairing, share, single, duplicate);
  const bool margins = print_row(pairing, margin, single, duplicate);
  return shares && margins;
}

}  // namespace

int main(int argc, char** argv) {
  const int scale = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
  const std::string only = argc > 2 ? argv[2] : "";  // a game, or all
  const Games games = all_games();
  fmt::print(
      "| game | players | mean of the first | duplicate deals | baseline | both |\n"
      "|---|---|---|---|---|---|\n");
  int unsound = 0;
  for (const Pairing& pairing : pairings) {
    if (!only.empty() && pairing.game != only) continue;
    unsound += print_rows(find_game(games, pairing.game), pairing, scale) ? 0 : 1;
  }
  return unsound == 0 ? 0 : 1;
}
