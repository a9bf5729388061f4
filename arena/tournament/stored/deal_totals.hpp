// Adds up the matches of one deal, by entrant and by pair of entrants. The deal is the unit of a
// tournament's statistics, because matches of one deal are not independent.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "arena/core/seat.hpp"
#include "arena/game/any_game.hpp"
#include "arena/store/stored.hpp"

namespace arena {

/// Adds the sums of another deal.
void add(Sums& to, const Sums& deal);

/// By side: whether one of its seats forfeited.
std::vector<bool> forfeited_sides(const StoredMatch& match, Sides sides);

/// Scores, places and margins become what the tables of one deal earn against each other. REQUIRES:
/// compare.
void compare_tables(std::vector<StoredMatch>& deal, const TableComparison& compare, Sides sides,
                    bool more_is_better);

class DealTotals {
 public:
  /// `compare`: the game compares the tables of a deal; false if it does not.
  DealTotals(Sides sides, bool more_is_better, TableComparison compare = {})
      : sides_(sides), more_is_better_(more_is_better), compare_(std::move(compare)) {}
  /// For deals of this game with `tables` tables. A single table has nothing to be compared with.
  DealTotals(const AnyGame& game, const json::object& options, int seats, int tables);

  void add(const StoredMatch& match) { tables_.emplace_back().seats = match.seats; }
  /// The sums of the deal so far; nothing if one of its games is left out.
  [[nodiscard]] std::vector<DealSums> sums() const;
  /// Begins another deal.
  void clear() { tables_.clear(); }

 private:
  using AllSums = std::map<std::pair<int, std::optional<int>>, DealSums>;  // entrant or pair

  void add_table(AllSums& sums, const StoredMatch& table) const;
  void add_pair(Sums& sums, const StoredSeat& seat, const StoredSeat& other,
                bool has_forfeited) const;

  Sides sides_;
  bool more_is_better_;
  TableComparison compare_;
  std::vector<StoredMatch> tables_;  // of this deal: their seats
};

}  // namespace arena
