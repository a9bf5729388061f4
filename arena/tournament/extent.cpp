#include "arena/tournament/extent.hpp"

#include <vector>

#include <boost/describe/enum_from_string.hpp>
#include <fmt/format.h>

#include "arena/tournament/stored_format.hpp"
#include "arena/util/text.hpp"

namespace arena {

namespace {

/// Of the pairings that are decided.
int deals_so_far(const Store& store) {
  int deals = 0;
  for (const StoredPairing& pairing : store.pairings()) deals += pairing.deals;
  return deals;
}

/// Of all pairings, if no entrant joins or leaves any more.
std::optional<int> deals_to_come(const Store& store, const StoredTournament& tournament,
                                 const GameInfo& info) {
  FormatKind kind{};
  const bool has_lot = tournament.seed_from != "";  // pairings depend on it
  if (!has_lot || !boost::describe::enum_from_string(tournament.format.c_str(), kind))
    return std::nullopt;
  std::vector<FormatEntrant> entrants;
  for (const StoredEntrant& stored : store.entrants())
    entrants.push_back({stored.challenger, stored.since, stored.until, stored.seed_rating});
  return deals_in_all(*format_of(store, info), kind, entrants);
}

}  // namespace

std::string Extent::text() const {
  if (is_over && matches >= planned.value_or(matches)) return "";
  const std::string played = planned ? fmt::format("{} of {}", matches, counted(*planned, "game"))
                                     : counted(matches, "game");
  return is_over ? fmt::format("The tournament ended early: {} were played.", played)
                 : fmt::format("The tournament is not over: {} {} played.", played,
                               is_or_are(planned.value_or(matches)));
}

Extent extent_of(const Store& store, const GameInfo& info) {
  const StoredTournament tournament = store.tournament();
  Extent extent{store.is_over(), store.matches(), std::nullopt};
  // A league has no number of games: it plays until it is stopped.
  if (tournament.is_run() || tournament.format == "league") return extent;
  const std::optional<int> deals =
      extent.is_over ? deals_so_far(store) : deals_to_come(store, tournament, info);
  if (deals) extent.planned = *deals * tables_of(tournament, info);
  return extent;
}

}  // namespace arena
