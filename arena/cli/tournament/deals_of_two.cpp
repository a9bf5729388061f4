#include "arena/cli/tournament/deals_of_two.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "arena/series/deal_report.hpp"
#include "arena/tournament/stored_format.hpp"
#include "arena/util/error.hpp"
#include "arena/util/plain_text.hpp"

namespace arena::cli {

namespace {

/// Of several entrants of one name, the last one.
int id_of(const std::vector<StoredEntrant>& entrants, const std::string& name) {
  const auto found =
      std::find_if(entrants.rbegin(), entrants.rend(),
                   [&](const StoredEntrant& entrant) { return entrant.name == name; });
  if (found == entrants.rend())
    throw Error(fmt::format("--by-deal: no entrant is called {}", in_quotes(name)));
  return found->id;
}

}  // namespace

void print_deals_of_two(const Store& store, const Games& games,
                        const std::vector<std::string>& names, bool as_json) {
  const StoredTournament tournament = store.tournament();
  const AnyGame& game = find_game(games, tournament.game);
  if (!DealReport::exists(game, tournament.options, tables_of(tournament, game.info())))
    throw Error(fmt::format("--by-deal: this store has no deals of {} whose tables are compared",
                            game.info().title));
  const std::vector<StoredEntrant> entrants = store.entrants();
  const int first = id_of(entrants, names[0]);
  const int second = id_of(entrants, names[1]);
  DealReport report(game, tournament.options, names);
  store.for_each_match(0, [&](const StoredMatch& match) {
    const std::pair sides(match.seats[0].entrant, match.seats[1].entrant);
    if (sides != std::pair(first, second) && sides != std::pair(second, first)) return;
    // The first table is the one at which the first entrant has the first side.
    const int deal = match.number - match.table;
    const int table = sides.first == first ? 0 : 1;
    const Record record = read_record(store.record(match.number));
    report.describe(deal, table, record);
    report.add(deal, table, result_of(record, game.info().sides_of(tournament.seats).count()));
  });
  const json::array deals = report.json();
  if (deals.empty())
    throw Error(
        fmt::format("--by-deal: {} and {} have not met", in_quotes(names[0]), in_quotes(names[1])));
  fmt::print("{}", as_json ? json::serialize(deals) + '\n' : report.text());
}

}  // namespace arena::cli
