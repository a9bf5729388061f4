#include "arena/tournament/pairing_matches.hpp"

#include <algorithm>
#include <limits>

namespace arena {

namespace {

bool have_one_in_common(const std::vector<int>& some, const std::vector<int>& others) {
  return std::ranges::find_first_of(some, others) != some.end();
}

}  // namespace

PairingMatches::PairingMatches(Sides sides, bool duplicate, const SeedKey& key, bool same_deals)
    : series_(sides, std::numeric_limits<int>::max() / most_seats, duplicate, key),
      same_deals_(same_deals) {}

void PairingMatches::add(const Pairing& pairing) {
  const int first = same_deals_ ? first_of_series(pairing) : pairing.first_deal;
  first_of_series_.push_back(first);
  pairings_.push_back(pairing);
  deals_so_far_ = std::max(deals_so_far_, first + pairing.deals);
}

int PairingMatches::first_of_series(const Pairing& pairing) {
  if (pairings_.empty() || pairings_.back().batch != pairing.batch) {
    batch_ = pairings_.size();
    deals_before_batch_ = deals_so_far_;
  }
  int first = deals_before_batch_;
  // No entrant gets the same cards in two pairings.
  for (std::size_t i = batch_; i < pairings_.size(); ++i) {
    if (have_one_in_common(pairings_[i].entrants, pairing.entrants))
      first = std::max(first, first_of_series_[i] + pairings_[i].deals);
  }
  return first;
}

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
  add(pairing);
}

ScheduledMatch PairingMatches::in_series(int match, std::size_t pairing) const {
  const int in_pairing = match - pairings_[pairing].first_deal * tables();
  const auto run = runs_.find(pairing);
  const bool is_run = run != runs_.end();
  ScheduledMatch scheduled = is_run ? run->second.at(in_pairing)
                                    : series_.at(first_of_series_[pairing] * tables() + in_pairing);
  scheduled.number = match;
  if (is_run) return scheduled;
  for (Seat seat = 0; seat < series_.sides().seats(); ++seat)
    scheduled.bot_seeds[static_cast<std::size_t>(seat)] = series_.bot_seed(match, seat);
  return scheduled;
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
