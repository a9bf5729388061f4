#include "arena/tournament/pairing_matches.hpp"

#include <algorithm>
#include <limits>

namespace arena {

PairingMatches::PairingMatches(Sides sides, bool duplicate, const SeedKey& key)
    : series_(sides, std::numeric_limits<int>::max() / most_seats, duplicate, key) {}

int PairingMatches::matches() const {
  if (pairings_.empty()) return 0;
  return (pairings_.back().first_deal + pairings_.back().deals) * series_.tables();
}

std::size_t PairingMatches::pairing_of(int match) const {
  const auto next =
      std::ranges::upper_bound(pairings_, series_.deal_of(match), {}, &Pairing::first_deal);
  return static_cast<std::size_t>(next - pairings_.begin()) - 1;
}

ScheduledMatch PairingMatches::at(int match) const {
  ScheduledMatch scheduled = series_.at(match);
  const std::vector<int>& entrants = pairings_[pairing_of(match)].entrants;
  const Sides sides = series_.sides();
  for (int& player : scheduled.player_at) {
    const int entrant = entrants[static_cast<std::size_t>(player % sides.count())];
    player = entrant * sides.size() + player / sides.count();
  }
  return scheduled;
}

}  // namespace arena
