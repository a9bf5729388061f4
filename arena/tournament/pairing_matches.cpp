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

void PairingMatches::add_run(const Pairing& pairing, const SeedKey& key) {
  runs_.try_emplace(pairings_.size(), sides(), pairing.deals, tables() > 1, key);
  pairings_.push_back(pairing);
}

ScheduledMatch PairingMatches::in_series(int match, std::size_t pairing) const {
  const auto run = runs_.find(pairing);
  if (run == runs_.end()) return series_.at(match);
  return run->second.at(match - pairings_[pairing].first_deal * tables());
}

ScheduledMatch PairingMatches::at(int match) const {
  const std::size_t pairing = pairing_of(match);
  ScheduledMatch scheduled = in_series(match, pairing);
  const std::vector<int>& entrants = pairings_[pairing].entrants;
  const Sides sides = series_.sides();
  for (int& player : scheduled.player_at) {
    const int entrant = entrants[static_cast<std::size_t>(player % sides.count())];
    player = entrant * sides.size() + player / sides.count();
  }
  return scheduled;
}

}  // namespace arena
