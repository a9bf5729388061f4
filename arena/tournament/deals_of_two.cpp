#include "arena/tournament/deals_of_two.hpp"

#include <map>
#include <utility>

#include "arena/tournament/stored/stored_format.hpp"
#include "arena/tournament/stored/stored_match.hpp"

namespace arena {

bool compares_deals(const StoredTournament& tournament, const AnyGame& game) {
  return DealReport::exists(game, tournament.options, tables_of(tournament, game.info));
}

DealReport deals_of_two(const Store& store, const StoredTournament& tournament, const AnyGame& game,
                        const TwoEntrants& two, const std::vector<StoredMatch>& matches) {
  const std::pair both(two.ids[0], two.ids[1]);
  DealReport report(game, tournament.options, two.names);
  std::map<std::pair<int, int>, int> met;  // by pairing and deal
  const std::set<int> left_out = left_out_deals(store);
  for (const StoredMatch& match : matches) {
    if (left_out.contains(match.number - match.table)) continue;
    const std::pair sides(match.seats[0].entrant, match.seats[1].entrant);
    if (sides != both && sides != std::pair(both.second, both.first)) continue;
    const int next = static_cast<int>(met.size());
    const int deal = met.try_emplace({match.pairing, match.deal}, next).first->second;
    // The first table is the one at which the first entrant has the first side.
    const int table = sides == both ? 0 : 1;
    const Record record = read_record(store.record(match.number));
    report.describe(deal, table, record);
    report.add(deal, table, result_of(record, game.info.sides_of(tournament.seats).count()));
  }
  return report;
}

}  // namespace arena
