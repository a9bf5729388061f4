// Simulated bots of known strength, for tests of statistics: each match is Plackett-Luce, exactly,
// and the matches of a deal are correlated, as they are in duplicate play: the luck of the cards is
// bound to the seat, and the bots rotate through the seats.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <optional>
#include <vector>

#include "arena/core/rng.hpp"
#include "arena/rating/outcomes.hpp"
#include "report.hpp"
#include "tests/proof.hpp"

namespace arena {

/// Above 0 and below 1.
inline double uniform(Rng& rng) { return (static_cast<double>(rng.next() >> 11U) + 0.5) * 0x1p-53; }

/// Standard normal (Box and Muller 1958).
inline double normal(Rng& rng) {
  const double radius = std::sqrt(-2 * std::log(uniform(rng)));
  return radius * std::cos(2 * std::numbers::pi * uniform(rng));
}

/// Plays a deal at so many tables: at table t, player k sits in seat (k + t) mod n. `cards`: the
/// correlation of the luck of those who sit in the same seat of a deal. The first to finish wins;
/// times are exponential, with the rate exp(strength): Plackett-Luce.
inline void play_deal(Outcomes& outcomes, std::uint32_t deal, const std::vector<int>& players,
                      const std::vector<double>& strengths, double cards, Rng& rng, int tables) {
  const std::size_t seats = players.size();
  std::vector<double> luck(seats);
  for (double& of_seat : luck) of_seat = normal(rng);
  for (std::size_t table = 0; table < static_cast<std::size_t>(tables); ++table) {
    std::vector<double> times(seats);
    for (std::size_t k = 0; k < seats; ++k) {
      const double own = normal(rng);
      const double sum = std::sqrt(cards) * luck[(k + table) % seats] + std::sqrt(1 - cards) * own;
      const double chance = std::erfc(sum / std::numbers::sqrt2) / 2;  // uniform
      times[k] = -std::log(chance) / std::exp(strengths[static_cast<std::size_t>(players[k])]);
    }
    std::vector<int> places(seats, 1);
    for (std::size_t a = 0; a < seats; ++a) {
      for (std::size_t b = 0; b < seats; ++b) places[a] += times[b] < times[a] ? 1 : 0;
    }
    outcomes.add(deal, players, places);
  }
}

/// The strengths that these players show against each other: entrants sit in a circle, and each is
/// stronger by `cycle` for each opponent in the half after it, weaker for each in the half before.
inline std::vector<double> strengths_among(const std::vector<int>& players,
                                           std::vector<double> strengths, double cycle) {
  const int entrants = static_cast<int>(strengths.size());
  for (const int one : players) {
    for (const int other : players) {
      const int ahead = (other - one + entrants) % entrants;
      if (ahead != 0)
        strengths[static_cast<std::size_t>(one)] += 2 * ahead < entrants ? cycle : -cycle;
    }
  }
  return strengths;
}

/// Every set of `seats` entrants plays `deals` deals, at so many tables or in each seating once.
/// `cycle`: see strengths_among; REQUIRES: 0 for an even number of entrants.
inline Outcomes round_robin(const std::vector<double>& strengths, int seats, int deals,
                            double cards, Rng& rng, std::optional<int> tables = {},
                            double cycle = 0) {
  Outcomes outcomes(static_cast<int>(strengths.size()));
  std::uint32_t deal = 0;
  for (std::uint32_t set = 0; set < 1U << strengths.size(); ++set) {
    std::vector<int> players;
    for (int entrant = 0; entrant < outcomes.entrants(); ++entrant) {
      if (set >> static_cast<unsigned>(entrant) & 1U) players.push_back(entrant);
    }
    if (players.size() != static_cast<std::size_t>(seats)) continue;
    const std::vector<double> shown = strengths_among(players, strengths, cycle);
    for (int i = 0; i < deals; ++i)
      play_deal(outcomes, deal++, players, shown, cards, rng, tables.value_or(seats));
  }
  return outcomes;
}

/// On the scale of ratings: the mean is 0.
inline std::vector<double> true_elo(const std::vector<double>& strengths) {
  const double mean = std::accumulate(strengths.begin(), strengths.end(), 0.0) /
                      static_cast<double>(strengths.size());
  std::vector<double> elo;
  for (const double strength : strengths)
    elo.push_back((strength - mean) * 400 / std::numbers::ln10);
  return elo;
}

/// For `./dev proof`: how many times as long as in `./dev test` simulations run.
inline int proof_scale() { return proof::repetitions(40, 0); }

}  // namespace arena
