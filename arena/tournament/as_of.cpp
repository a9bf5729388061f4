#include "arena/tournament/as_of.hpp"

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "arena/tournament/deal_totals.hpp"
#include "arena/tournament/stored_format.hpp"

namespace arena {

void look_back(Store& store, const std::string& date, const AnyGame& game) {
  const StoredTournament tournament = store.tournament();
  const int tables = tables_of(tournament, game.info());
  const int matches = store.matches_at(date);
  DealTotals deal(game, tournament.options, tournament.seats, tables);
  std::map<std::pair<int, std::optional<int>>, Sums> totals;
  store.for_each_match(0, [&](const StoredMatch& match) {
    if (match.number >= matches) return;
    deal.add(match);
    if (match.table + 1 < tables) return;
    for (const DealSums& row : deal.sums()) add(totals[{row.entrant, row.opponent}], row.sums);
    deal.clear();
  });
  std::vector<DealSums> sums;
  for (const auto& [key, total] : totals) sums.push_back({key.first, key.second, total});
  store.look_back(matches, sums);
}

}  // namespace arena
