#include "arena/tournament/standings_json.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

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
  std::swap(sums.margin, sums.opponent_margin);
  return sums;
}

}  // namespace

json::object standings_json(const Standings& standings, const std::optional<FormatResult>& result) {
  json::array entrants;
  for (const EntrantStanding& entrant : standings.entrants) {
    entrants.push_back({{"name", entrant.name},
                        {"active", entrant.is_active},
                        {"rating", entrant.rating},
                        {"rating_error", entrant.rating_error},
                        {"best_rank", entrant.ranks.best},
                        {"worst_rank", entrant.ranks.worst},
                        {"superiority", json::value_from(entrant.superiority)},
                        {"more_deals", json::value_from(entrant.more_deals)},
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
  return {
      {"games", standings.matches}, {"entrants", entrants}, {"result", format_result_json(result)}};
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

json::array ratings_json(const Standings& standings) {
  json::array rows;
  for (const EntrantStanding& entrant : standings.entrants) {
    rows.push_back({{"name", entrant.name},
                    {"rating", entrant.rating},
                    {"rating_error", entrant.rating_error},
                    {"low", entrant.rating - entrant.reach()},
                    {"high", entrant.rating + entrant.reach()},
                    {"best_rank", entrant.ranks.best},
                    {"worst_rank", entrant.ranks.worst},
                    {"deals", entrant.sums.deals},
                    {"superiority", json::value_from(entrant.superiority)},
                    {"more_deals", json::value_from(entrant.more_deals)}});
  }
  return rows;
}

}  // namespace arena
