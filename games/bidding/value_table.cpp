#include "games/bidding/value_table.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdlib>

namespace arena::bidding {

namespace {

/// The sets of prizes that can be left at some time, smaller sets first.
std::vector<Cards> sets_to_come(const Contest& contest) {
  std::vector<Cards> sets;
  Cards left = Cards::up_to(contest.cards);
  if (contest.prizes == Prizes::random) {
    for (std::uint32_t bits = 1; bits <= left.bits(); ++bits) sets.push_back(Cards::of_bits(bits));
    std::ranges::stable_sort(sets, {}, [](Cards cards) { return cards.size(); });
    return sets;
  }
  for (; !left.empty(); left.remove(next_prizes(contest.prizes, left).lowest()))
    sets.push_back(left);
  std::ranges::reverse(sets);
  return sets;
}

std::vector<int> points_by_set(int cards) {
  std::vector<int> points(std::size_t{1} << static_cast<unsigned>(cards));
  for (std::uint32_t bits = 1; bits < points.size(); ++bits)
    points[bits] = points[bits & (bits - 1)] + std::countr_zero(bits) + 1;
  return points;
}

}  // namespace

int most_cards_solved(const Contest& contest) {
  const bool random = contest.prizes == Prizes::random;
  const bool carry = contest.ties == Ties::carry;
  if (contest.objective == Objective::win) return random ? (carry ? 6 : 8) : (carry ? 8 : 10);
  return random ? (carry ? 8 : 10) : (carry ? 11 : 13);
}

Cards next_prizes(Prizes order, Cards to_come) {
  if (order == Prizes::random) return to_come;
  Cards next;
  next.add(order == Prizes::ascending ? to_come.lowest() : to_come.highest());
  return next;
}

ValueTable::ValueTable(const Contest& contest) : ValueTable(contest, Unsolved{}) {
  for (const Cards prizes : prize_sets_) solve(prizes);
}

ValueTable::ValueTable(const Contest& contest, Unsolved /*unsolved*/)
    : contest_(contest),
      pairs_(contest.cards),
      points_(points_by_set(contest.cards)),
      prize_sets_(sets_to_come(contest)),
      begin_(points_.size()) {
  std::size_t places = 0;
  for (const Cards prizes : prize_sets_) {
    begin_[prizes.bits()] = places;
    places += static_cast<std::size_t>(pairs_.count(prizes.size()) * (most_carried(prizes) + 1) *
                                       (2 * most_margin(prizes) + 1));
  }
  values_.resize(places);
}

void ValueTable::solve(Cards prizes) {
  const int size = prizes.size();
  const int most = most_margin(prizes);
  for (int pair = 0; pair < pairs_.count(size); ++pair) {
    for (int carried = 0; carried <= most_carried(prizes); ++carried) {
      for (int margin = -most; margin <= most; ++margin) {
        if (std::abs(margin) + carried > gone(prizes)) continue;  // the position is impossible
        const Place place{size, {pair, false}, prizes, margin, carried};
        values_[index(place)] = compute_value(place);
      }
    }
  }
}

double ValueTable::compute_value(const Place& place) const {
  // The position is symmetric: with exchanged hands, each side could do what the other can.
  if (place.margin == 0 && pairs_.even(place.size, place.pair.index)) return 0;
  const Cards next = next_prizes(contest_.prizes, place.prizes);
  double sum = 0;
  next.for_each([&](int prize) { sum += value_of(round(place, prize)); });
  return sum / next.size();
}

double ValueTable::value(const Place& place) const {
  const bool win = contest_.objective == Objective::win;
  const int open = points(place.prizes) + place.carried;
  if (place.prizes.empty() || (win && std::abs(place.margin) > open))
    return win ? sign(place.margin) : 0;
  const double stored = values_[index(place)];
  return place.pair.mirrored ? -stored : stored;
}

PayMatrix ValueTable::round(const Place& place, int prize) const {
  const bool wins_points = contest_.objective == Objective::difference;
  const int worth = prize + place.carried;
  const int tied = contest_.ties == Ties::carry ? worth : 0;
  PayMatrix game(place.size, place.size);
  Place next{place.size - 1, {}, place.prizes.without(prize), 0, 0};
  for (int own = 0; own < place.size; ++own) {
    for (int other = 0; other < place.size; ++other) {
      const int compared = pairs_.compare(place.size, place.pair.index, own, other);
      const int gain = compared * worth;
      next.pair = pairs_.after(place.size, place.pair.index, own, other);
      next.margin = wins_points ? 0 : place.margin + gain;
      next.carried = compared == 0 ? tied : 0;
      game.at(own, other) = (wins_points ? gain : 0) + value(next);
    }
  }
  return game;
}

std::size_t ValueTable::index(const Place& place) const {
  const int margins = most_margin(place.prizes);
  assert(std::abs(place.margin) <= margins && place.carried <= most_carried(place.prizes));
  const int margin = place.pair.mirrored ? -place.margin : place.margin;
  const int of_pair = place.pair.index * (most_carried(place.prizes) + 1) + place.carried;
  return begin_[place.prizes.bits()] +
         static_cast<std::size_t>(of_pair * (2 * margins + 1) + margin + margins);
}

int ValueTable::most_carried(Cards prizes) const {
  return contest_.ties == Ties::carry ? gone(prizes) : 0;
}

int ValueTable::most_margin(Cards prizes) const {
  if (contest_.objective == Objective::difference) return 0;
  return std::min(gone(prizes), points(prizes) + most_carried(prizes));
}

ValueTable::Place ValueTable::place_of(const TablePosition& position) const {
  const bool margins = contest_.objective == Objective::win;
  return {position.own.size(), pairs_.find(position.own, position.other), position.prizes,
          margins ? position.margin : 0, position.carried};
}

double ValueTable::value(const TablePosition& position) const { return value(place_of(position)); }

PayMatrix ValueTable::round(const TablePosition& position, int prize) const {
  Place place = place_of(position);
  if (!place.pair.mirrored) return round(place, prize);
  place.pair.mirrored = false;
  place.margin = -place.margin;
  const PayMatrix mirrored = round(place, prize);
  PayMatrix game(place.size, place.size);
  for (int own = 0; own < place.size; ++own) {
    for (int other = 0; other < place.size; ++other) game.at(own, other) = -mirrored.at(other, own);
  }
  return game;
}

std::string ValueTable::bytes() const {
  std::string bytes;
  bytes.reserve(values_.size() * sizeof(std::uint64_t));
  for (const double value : values_) {
    auto bits = std::bit_cast<std::uint64_t>(value);
    for (std::size_t i = 0; i < sizeof bits; ++i, bits >>= 8U)
      bytes += static_cast<char>(bits & 0xffU);
  }
  return bytes;
}

std::optional<ValueTable> ValueTable::read(const Contest& contest, std::string_view bytes) {
  ValueTable table(contest, Unsolved{});
  if (bytes.size() != table.values_.size() * sizeof(std::uint64_t)) return std::nullopt;
  for (double& value : table.values_) {
    std::uint64_t bits = 0;
    for (std::size_t i = sizeof bits; i-- > 0;)
      bits = (bits << 8U) | static_cast<unsigned char>(bytes[i]);
    bytes.remove_prefix(sizeof bits);
    value = std::bit_cast<double>(bits);
    if (!std::isfinite(value)) return std::nullopt;
  }
  return table;
}

}  // namespace arena::bidding
