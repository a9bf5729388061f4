// Adds up the matches of one deal, by entrant and by pair of entrants. The deal is the unit of a
// tournament's statistics, because matches of one deal are not independent.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "arena/core/sides.hpp"
#include "arena/store/stored.hpp"

namespace arena {

/// Adds the sums of another deal.
void add(Sums& to, const Sums& deal);

class DealTotals {
 public:
  DealTotals(Sides sides, bool more_is_better) : sides_(sides), more_is_better_(more_is_better) {}

  void add(const StoredMatch& match);
  /// The sums of the deal so far.
  [[nodiscard]] std::vector<DealSums> sums() const;
  /// Begins another deal.
  void clear() { sums_.clear(); }

 private:
  void add_pair(const StoredSeat& seat, const StoredSeat& other);

  Sides sides_;
  bool more_is_better_;
  std::map<std::pair<int, std::optional<int>>, Sums> sums_;  // of an entrant, or of a pair
};

}  // namespace arena
