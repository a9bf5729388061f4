#include "arena/tournament/standings_json.hpp"

#include <map>
#include <string>

#include "arena/tournament/stored_outcomes.hpp"

namespace arena {

namespace {

json::object pair_row(const std::string& entrant, const std::string& opponent, const Sums& sums) {
  return {{"entrant", entrant},
          {"opponent", opponent},
          {"deals", sums.deals},
          {"games", sums.matches},
          {"wins", sums.wins},
          {"draws", sums.draws},
          {"losses", sums.losses},
          {"share", sums.points / sums.matches},
          {"mean_margin", sums.margin / sums.matches}};
}

/// The same as the opponent sees it.
Sums turned(Sums sums) {
  std::swap(sums.wins, sums.losses);
  sums.points = sums.matches - sums.points;
  sums.margin = -sums.margin;
  return sums;
}

}  // namespace

json::object standings_json(const Standings& standings) {
  json::array entrants;
  for (const EntrantStanding& entrant : standings.entrants) {
    entrants.push_back({{"name", entrant.name},
                        {"active", entrant.is_active},
                        {"rating", entrant.rating},
                        {"rating_error", entrant.rating_error},
                        {"best_rank", entrant.ranks.best},
                        {"worst_rank", entrant.ranks.worst},
                        {"deals", entrant.sums.deals},
                        {"games", entrant.sums.matches},
                        {"wins", entrant.sums.wins},
                        {"draws", entrant.sums.draws},
                        {"losses", entrant.sums.losses},
                        {"share", entrant.share.value()},
                        {"mean_score", entrant.score.value()},
                        {"mean_margin", entrant.margin.value()},
                        {"forfeits", entrant.sums.forfeits}});
  }
  return {{"games", standings.matches}, {"entrants", entrants}};
}

json::array pairs_json(const Store& store) {
  std::map<int, std::string> names;
  for (const StoredEntrant& entrant : store.entrants()) names[entrant.id] = entrant.name;
  json::array rows;
  for (const DealSums& deal : store.sums()) {
    if (!deal.opponent) continue;
    const std::string& entrant = names.at(deal.entrant);
    const std::string& opponent = names.at(*deal.opponent);
    rows.push_back(pair_row(entrant, opponent, deal.sums));
    rows.push_back(pair_row(opponent, entrant, turned(deal.sums)));
  }
  return rows;
}

json::array ratings_json(const Store& store) {
  const Standings standings = standings_of(store);
  if (standings.entrants.empty()) return {};
  const Ratings ratings = rate(stored_outcomes(store, store.matches()));
  std::map<int, int> place;  // in the ratings, by id
  for (const StoredEntrant& entrant : store.entrants())
    place.emplace(entrant.id, static_cast<int>(place.size()));
  json::array rows;
  for (std::size_t i = 0; i < standings.entrants.size(); ++i) {
    const EntrantStanding& entrant = standings.entrants[i];
    const EloInterval interval = ratings.interval(place.at(entrant.id));
    json::object row{{"name", entrant.name},
                     {"rating", entrant.rating},
                     {"rating_error", entrant.rating_error},
                     {"low", interval.low},
                     {"high", interval.high},
                     {"best_rank", entrant.ranks.best},
                     {"worst_rank", entrant.ranks.worst},
                     {"deals", entrant.sums.deals}};
    row["superiority"] = nullptr;
    if (i + 1 < standings.entrants.size())
      row["superiority"] =
          superiority(ratings, place.at(entrant.id), place.at(standings.entrants[i + 1].id));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace arena
