#include "arena/cli/tournament/deals_of_two.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arena/tournament/deals_of_two.hpp"
#include "arena/util/error.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/pretty_json.hpp"

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
  if (!compares_deals(tournament, game))
    throw Error(fmt::format("--by-deal: this store has no deals of {} whose tables are compared",
                            game.info().title));
  const std::vector<StoredEntrant> entrants = store.entrants();
  const TwoEntrants two{{id_of(entrants, names[0]), id_of(entrants, names[1])}, names};
  std::vector<StoredMatch> matches;
  store.for_each_match(0, [&](const StoredMatch& match) { matches.push_back(match); });
  const DealReport report = deals_of_two(store, tournament, game, two, matches);
  const json::array deals = report.json();
  if (deals.empty())
    throw Error(
        fmt::format("--by-deal: {} and {} have not met", in_quotes(names[0]), in_quotes(names[1])));
  fmt::print("{}", as_json ? compact(deals) + '\n' : report.text());
}

}  // namespace arena::cli
