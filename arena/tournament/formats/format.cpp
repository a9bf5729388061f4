#include "arena/tournament/formats/format.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "arena/core/seat.hpp"

namespace arena {

std::vector<Pairing> Format::next(const TournamentProgress& progress) const {
  int batch = 0;
  int number = 0;
  int first_deal = 0;
  if (!progress.played.empty()) {
    const Pairing& last = progress.played.back().pairing;
    batch = last.batch + 1;
    number = last.number + 1;
    first_deal = last.first_deal + last.deals;
  }
  std::vector<Pairing> pairings;
  for (Table& table : tables(batch, progress)) {
    pairings.push_back({number++, batch, std::move(table.entrants), first_deal, table.deals,
                        std::move(table.label)});
    first_deal += table.deals;
  }
  return pairings;
}

std::optional<int> deals_in_all(const Format& format, FormatKind kind,
                                std::span<const FormatEntrant> entrants) {
  constexpr std::size_t most_simulated = 100;
  // A pairing of a Swiss tournament takes the longest.
  const std::size_t most_pairings = kind == FormatKind::swiss ? 1000 : 5000;
  constexpr std::int64_t most_of_all = std::numeric_limits<int>::max() / most_seats;
  const bool has_fixed_length =
      kind == FormatKind::round_robin || kind == FormatKind::gauntlet || kind == FormatKind::swiss;
  if (!has_fixed_length || entrants.size() > most_simulated) return std::nullopt;
  // Its pairings do not depend on the results, or at least their number does not.
  std::vector<PlayedPairing> played;
  std::int64_t deals = 0;
  while (true) {
    const std::vector<Pairing> next = format.next({entrants, played});
    if (next.empty()) return static_cast<int>(deals);
    for (const Pairing& pairing : next) {
      deals += pairing.deals;
      const std::vector<double> zeros(pairing.entrants.size());
      played.push_back({pairing, PairingResult{zeros, zeros, pairing.deals, 0}});
    }
    if (deals > most_of_all || played.size() > most_pairings) return std::nullopt;
  }
}

}  // namespace arena
