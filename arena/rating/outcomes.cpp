#include "arena/rating/outcomes.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace arena {

namespace {

/// Enough to sort nearly all matches without looking at the rest of them.
struct SortKey {
  std::uint64_t key = 0;  // deal, then the first entrant
  std::uint32_t match = 0;
};

bool comes_before(const MatchOutcome& a, const MatchOutcome& b) {
  if (!std::ranges::equal(a.entrants, b.entrants))
    return std::ranges::lexicographical_compare(a.entrants, b.entrants);
  return std::ranges::lexicographical_compare(a.groups, b.groups);
}

}  // namespace

void Outcomes::reserve(std::size_t matches, std::size_t seats_of_a_match) {
  deals_.reserve(matches);
  ends_.reserve(matches);
  seated_.reserve(matches * seats_of_a_match);
  groups_.reserve(matches * seats_of_a_match);
}

void Outcomes::add(std::uint32_t deal, std::span<const int> entrants, std::span<const int> places) {
  const std::size_t count = entrants.size();
  if (count < 2 || count > most_seats || places.size() != count)
    throw std::invalid_argument("a rated match has 2 to 64 entrants, and a place for each");
  std::array<std::pair<int, int>, most_seats> seats;  // place, entrant
  for (std::size_t seat = 0; seat < count; ++seat) seats[seat] = {places[seat], entrants[seat]};
  std::sort(seats.begin(), seats.begin() + static_cast<std::ptrdiff_t>(count));
  std::array<int, most_seats> seen{};
  std::copy(entrants.begin(), entrants.end(), seen.begin());
  const auto end = seen.begin() + static_cast<std::ptrdiff_t>(count);
  std::sort(seen.begin(), end);
  if (seen.front() < 0 || static_cast<std::size_t>(*(end - 1)) >= entrants_ ||
      std::adjacent_find(seen.begin(), end) != end)
    throw std::invalid_argument("an entrant of a rated match does not exist, or plays twice");
  std::uint8_t group = 0;
  for (std::size_t seat = 0; seat < count; ++seat) {
    if (seat > 0 && seats[seat].first != seats[seat - 1].first) ++group;
    seated_.push_back(static_cast<std::uint32_t>(seats[seat].second));
    groups_.push_back(group);
  }
  deals_.push_back(deal);
  ends_.push_back(static_cast<std::uint32_t>(seated_.size()));
}

MatchOutcome Outcomes::operator[](std::size_t match) const {
  const std::size_t begin = match == 0 ? 0 : ends_[match - 1];
  const std::size_t count = ends_[match] - begin;
  return {deals_[match], std::span(seated_).subspan(begin, count),
          std::span(groups_).subspan(begin, count)};
}

std::vector<std::uint32_t> Outcomes::in_order() const {
  std::vector<SortKey> keys(matches());
  for (std::uint32_t match = 0; match < keys.size(); ++match) {
    const MatchOutcome outcome = (*this)[match];
    keys[match] = {std::uint64_t{outcome.deal} << 32U | outcome.entrants.front(), match};
  }
  std::ranges::sort(keys, [this](const SortKey& a, const SortKey& b) {
    return a.key != b.key ? a.key < b.key : comes_before((*this)[a.match], (*this)[b.match]);
  });
  std::vector<std::uint32_t> order(keys.size());
  std::ranges::transform(keys, order.begin(), &SortKey::match);
  return order;
}

namespace {

/// The first entrant of the group (union-find, with the paths halved).
int first_of(std::vector<int>& parents, int entrant) {
  const auto parent = [&parents](int of) -> int& { return parents[static_cast<std::size_t>(of)]; };
  while (parent(entrant) != entrant) {
    parent(entrant) = parent(parent(entrant));
    entrant = parent(entrant);
  }
  return entrant;
}

}  // namespace

std::vector<int> components(int entrants, std::span<const PairTotals> pairs) {
  std::vector<int> parents(static_cast<std::size_t>(entrants));
  std::iota(parents.begin(), parents.end(), 0);
  for (const PairTotals& pair : pairs) {
    const int a = first_of(parents, pair.a);
    const int b = first_of(parents, pair.b);
    parents[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
  }
  std::vector<int> groups(parents.size());
  int count = 0;
  for (int entrant = 0; entrant < entrants; ++entrant) {
    const int first = first_of(parents, entrant);
    groups[static_cast<std::size_t>(entrant)] =
        first == entrant ? count++ : groups[static_cast<std::size_t>(first)];
  }
  return groups;
}

}  // namespace arena
