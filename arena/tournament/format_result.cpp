#include "arena/tournament/format_result.hpp"

#include <boost/describe/enum_from_string.hpp>
#include <boost/describe/enum_to_string.hpp>

#include "arena/tournament/stored/stored_format.hpp"
#include "arena/tournament/stored/stored_progress.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

std::optional<FormatResult> format_result(const Store& store, const Games& games) {
  const StoredTournament tournament = store.tournament();
  FormatResult result;
  if (!boost::describe::enum_from_string(tournament.format.c_str(), result.kind)) return {};
  const bool has_result = result.kind == FormatKind::swiss || result.kind == FormatKind::knockout ||
                          result.kind == FormatKind::double_knockout;
  if (!has_result || tournament.seed_from == "") return {};
  const AnyGame& game = find_game(games, tournament.game);
  const GameInfo& info = game.info;
  const auto format = format_of(store, info);
  const StoredProgress progress(store, game, tables_of(tournament, info));
  result.entrants = store.entrants();
  result.ranking = format->ranking(progress.view());
  result.decisions = format->decisions(progress.view());
  for (const std::string_view name : format->tie_breaks()) result.tie_breaks.emplace_back(name);
  return result;
}

std::string decision_text(const TieDecision& tie) {
  const std::string blocks = counted(tie.blocks, "block");
  switch (tie.reason) {
    case TieReason::score:
      return "after " + blocks;
    case TieReason::margin:
      return "by the margin, after " + blocks;
    case TieReason::seeding:
      return "by the better seed, after " + blocks;
    case TieReason::walkover:
      return "without playing";
  }
  return "";
}

json::value format_result_json(const std::optional<FormatResult>& result) {
  if (!result) return nullptr;
  json::array places;
  for (const RankedEntrant& one : result->ranking) {
    json::object tie_breaks;
    for (std::size_t i = 0; i < one.tie_breaks.size(); ++i)
      tie_breaks[result->tie_breaks[i]] = one.tie_breaks[i];
    places.push_back({{"place", one.place},
                      {"name", result->name(one.entrant)},
                      {"score", one.score},
                      {"tie_breaks", tie_breaks},
                      {"in_the_running", one.in_the_running}});
  }
  json::array ties;
  for (const TieDecision& tie : result->decisions) {
    ties.push_back({{"tie", tie.tie},
                    {"winner", result->name(tie.winner)},
                    {"loser", result->name(tie.loser)},
                    {"decided_by", boost::describe::enum_to_string(tie.reason, "")},
                    {"blocks", tie.blocks}});
  }
  return json::object{{"places", places}, {"ties", ties}};
}

}  // namespace arena
