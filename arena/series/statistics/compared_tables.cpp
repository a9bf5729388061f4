#include "arena/series/statistics/compared_tables.hpp"

#include "arena/core/outcome.hpp"

namespace arena {

namespace {

/// What the side earns at this table.
int earned(const std::vector<MatchResult>& tables, std::size_t table, std::size_t side,
           const TableComparison& compare) {
  int sum = 0;
  for (std::size_t other = 0; other < tables.size(); ++other) {
    if (other != table) sum += compare(tables[table].scores[side], tables[other].scores[side]);
  }
  return sum;
}

std::vector<int> places_of(const MatchResult& result, bool more_is_better) {
  FixedVector<int, most_seats> scores;
  Seats forfeited;
  for (std::size_t side = 0; side < result.scores.size(); ++side) {
    scores.push_back(result.scores[side]);
    if (!result.forfeit[side].empty()) forfeited.insert(static_cast<Seat>(side));
  }
  const auto placed = places(scores, forfeited, more_is_better);
  return {placed.begin(), placed.end()};
}

}  // namespace

std::vector<MatchResult> compared(std::vector<MatchResult> tables, const TableComparison& compare,
                                  bool more_is_better) {
  const std::vector<MatchResult> played = tables;
  for (std::size_t table = 0; table < tables.size(); ++table) {
    MatchResult& result = tables[table];
    for (std::size_t side = 0; side < result.scores.size(); ++side)
      result.scores[side] = earned(played, table, side, compare);
    result.places = places_of(result, more_is_better);
    result.margins.clear();
  }
  return tables;
}

}  // namespace arena
