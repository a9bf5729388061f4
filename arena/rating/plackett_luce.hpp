// The likelihood of matches. Plackett-Luce: the places of a match are drawn one after the other,
// each among the entrants that are left, with probabilities in proportion to exp(strength). With
// two entrants this is Bradley-Terry. Ties: the mean log-likelihood over the orders of those that
// are tied. So a draw of two is half a win and half a loss. In an order each place is a choice from
// the set of those that are left; over all orders these are all subsets of the tied entrants (with
// those that came behind them), and all subsets of one size come equally often. So 2^m sets replace
// m! orders. Where more than 8 are tied, 2 m orders stand for all: the entrants by number in a
// circle, from each start, in both directions. Everybody has each place among them equally often.
// The sets are then the m (m - 1) arcs of the circle, and the circle. Sources: Bradley, Terry
// (1952); Luce, "Individual Choice Behavior" (1959); Plackett, "The Analysis of Permutations"
// (1975).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "arena/rating/outcomes.hpp"

namespace arena {

/// A set of tied entrants, of which one is the next: bit k is the k-th of them.
struct TiedSet {
  std::uint64_t members = 0;
  double weight = 0;  // the share of the orders in which it occurs
};

/// The sets of `size` tied entrants. REQUIRES: 2 <= size <= Outcomes::most_seats.
std::vector<TiedSet> tied_sets(std::size_t size);

/// Visits the choices of matches. Positions are places in `MatchOutcome::entrants`.
class Choices {
 public:
  using Position = std::uint8_t;

  Choices() { std::iota(positions_.begin(), positions_.end(), Position{0}); }

  /// Calls visit(positions, weight) for each choice, also for that of the last entrant among
  /// itself.
  template <class Visit>
  void visit(std::span<const std::uint8_t> groups, Visit visit) {
    const std::size_t count = groups.size();
    for (std::size_t begin = 0; begin < count;) {
      std::size_t end = begin + 1;
      while (end < count && groups[end] == groups[begin]) ++end;
      if (end == begin + 1) {
        visit(std::span<const Position>(positions_).subspan(begin, count - begin), 1.0);
      } else {
        visit_tied(begin, end, count, visit);
      }
      begin = end;
    }
  }

 private:
  template <class Visit>
  void visit_tied(std::size_t begin, std::size_t end, std::size_t count, Visit& visit) {
    std::vector<TiedSet>& sets = sets_[end - begin - 1];
    if (sets.empty()) sets = tied_sets(end - begin);
    std::array<Position, Outcomes::most_seats> chosen{};
    for (const TiedSet& set : sets) {
      std::size_t size = 0;
      for (std::uint64_t left = set.members; left != 0; left &= left - 1)
        chosen[size++] =
            static_cast<Position>(begin + static_cast<std::size_t>(std::countr_zero(left)));
      for (std::size_t behind = end; behind < count; ++behind)
        chosen[size++] = static_cast<Position>(behind);
      visit(std::span<const Position>(chosen).first(size), set.weight);
    }
  }

  std::array<Position, Outcomes::most_seats> positions_{};
  std::array<std::vector<TiedSet>, Outcomes::most_seats>
      sets_;  // by number of tied entrants, less 1
};

}  // namespace arena
