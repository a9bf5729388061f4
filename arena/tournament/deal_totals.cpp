#include "arena/tournament/deal_totals.hpp"

#include <algorithm>

namespace arena {

namespace {

/// `points`: 1 for a win, a part of it for a shared place, 0 for a loss.
void count(Sums& sums, double points, const StoredSeat& seat, double margin) {
  sums.deals = 1;
  ++sums.matches;
  sums.wins += points == 1 ? 1 : 0;
  sums.draws += points > 0 && points < 1 ? 1 : 0;
  sums.losses += points == 0 ? 1 : 0;
  sums.points += points;
  sums.score += seat.score;
  sums.margin += margin;
  sums.forfeits += seat.fault.empty() ? 0 : 1;
}

}  // namespace

void add(Sums& to, const Sums& deal) {
  for (auto field :
       {&Sums::deals, &Sums::matches, &Sums::wins, &Sums::draws, &Sums::losses, &Sums::forfeits})
    to.*field += deal.*field;
  for (auto field :
       {&Sums::points, &Sums::points_squares, &Sums::score, &Sums::score_squares, &Sums::margin,
        &Sums::margin_squares, &Sums::opponent_margin, &Sums::opponent_margin_squares})
    to.*field += deal.*field;
}

void DealTotals::add(const StoredMatch& match) {
  // The first seats of the sides are the seats of the same numbers.
  const auto end = match.seats.begin() + sides_.count();
  const auto first = std::count_if(match.seats.begin(), end,
                                   [](const StoredSeat& seat) { return seat.place == 1; });
  for (auto seat = match.seats.begin(); seat != end; ++seat) {
    const double points = seat->place == 1 ? 1.0 / static_cast<double>(first) : 0;
    count(sums_[{seat->entrant, std::nullopt}], points, *seat, seat->margin);
    for (auto other = match.seats.begin(); other != end; ++other) {
      if (seat->entrant < other->entrant) add_pair(*seat, *other);
    }
  }
}

void DealTotals::add_pair(const StoredSeat& seat, const StoredSeat& other) {
  const double points = seat.place < other.place ? 1 : seat.place == other.place ? 0.5 : 0;
  const int lead = more_is_better_ ? seat.score - other.score : other.score - seat.score;
  // Of two sides, a margin says more than the scores: it knows what a forfeit costs.
  const bool of_two = sides_.count() == 2;
  Sums& sums = sums_[{seat.entrant, other.entrant}];
  count(sums, points, seat, of_two ? seat.margin : lead);
  sums.opponent_margin += of_two ? other.margin : -lead;
}

std::vector<DealSums> DealTotals::sums() const {
  std::vector<DealSums> all;
  for (const auto& [key, sums] : sums_) {
    DealSums deal{key.first, key.second, sums};
    deal.sums.points_squares = sums.points * sums.points;
    deal.sums.score_squares = sums.score * sums.score;
    deal.sums.margin_squares = sums.margin * sums.margin;
    deal.sums.opponent_margin_squares = sums.opponent_margin * sums.opponent_margin;
    all.push_back(deal);
  }
  return all;
}

}  // namespace arena
