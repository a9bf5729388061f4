#include "arena/tournament/formats/format_score.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace arena {

int next_batch(const TournamentProgress& progress) {
  return progress.played.empty() ? 0 : progress.played.back().pairing.batch + 1;
}

std::vector<int> active_entrants(std::span<const FormatEntrant> entrants, int batch) {
  std::vector<int> active;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    if (entrants[i].is_active(batch)) active.push_back(static_cast<int>(i));
  }
  return active;
}

bool all_active(std::span<const FormatEntrant> entrants, const Pairing& pairing, int batch) {
  return std::ranges::all_of(pairing.entrants, [&](int entrant) {
    return entrants[static_cast<std::size_t>(entrant)].is_active(batch);
  });
}

std::vector<EntrantTotals> entrant_totals(const TournamentProgress& progress,
                                          std::optional<int> batch) {
  std::vector<EntrantTotals> totals(progress.entrants.size());
  for (const auto& [pairing, result] : progress.played) {
    if (!result || (batch && !all_active(progress.entrants, pairing, *batch))) continue;
    for (std::size_t i = 0; i < pairing.entrants.size(); ++i) {
      EntrantTotals& total = totals[static_cast<std::size_t>(pairing.entrants[i])];
      total.shares += result->shares[i];
      total.margins += result->margins[i];
      total.deals += result->deals;
    }
  }
  return totals;
}

double without_rounding_errors(double value) {
  constexpr double steps = 1e9;
  return std::round(value * steps) / steps;
}

namespace {

auto strength(const RankedEntrant& one) {
  return std::tie(one.in_the_running, one.score, one.tie_breaks);
}

}  // namespace

void sort_and_place(std::vector<RankedEntrant>& ranking) {
  for (RankedEntrant& one : ranking) {
    one.score = without_rounding_errors(one.score);
    for (double& value : one.tie_breaks) value = without_rounding_errors(value);
  }
  std::ranges::stable_sort(ranking, [](const RankedEntrant& a, const RankedEntrant& b) {
    return strength(a) > strength(b);
  });
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const bool shares_place = i > 0 && strength(ranking[i]) == strength(ranking[i - 1]);
    ranking[i].place = shares_place ? ranking[i - 1].place : static_cast<int>(i) + 1;
  }
}

std::vector<RankedEntrant> rank_by_share(const TournamentProgress& progress) {
  const int batch = next_batch(progress);
  const std::vector<EntrantTotals> totals = entrant_totals(progress, batch);
  std::vector<RankedEntrant> ranking;
  for (std::size_t i = 0; i < totals.size(); ++i) {
    ranking.push_back({.entrant = static_cast<int>(i),
                       .score = totals[i].share(),
                       .tie_breaks = {totals[i].margin()},
                       .in_the_running = progress.entrants[i].is_active(batch)});
  }
  sort_and_place(ranking);
  return ranking;
}

}  // namespace arena
