#include "arena/tournament/extent.hpp"

#include <vector>

#include <boost/describe/enum_from_string.hpp>
#include <fmt/format.h>

#include "arena/tournament/stored/stored_format.hpp"
#include "arena/tournament/stored/stored_progress.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

/// Of the pairings that are decided.
int deals_so_far(const Store& store) {
  int deals = 0;
  for (const StoredPairing& pairing : store.pairings()) deals += pairing.deals;
  return deals;
}

/// Of all pairings, if no entrant joins or leaves any more.
std::optional<int> all_deals(const Store& store, const StoredTournament& tournament,
                             const GameInfo& info) {
  FormatKind kind{};
  const bool has_lot = tournament.seed_from != "";  // pairings depend on it
  if (!has_lot || !boost::describe::enum_from_string(tournament.format.c_str(), kind))
    return std::nullopt;
  std::vector<FormatEntrant> entrants;
  for (const StoredEntrant& stored : store.entrants())
    entrants.push_back({stored.challenger, stored.stays, stored.seed_rating});
  return deals_in_all(*format_of(store, info), kind, entrants);
}

/// Whether the format wants no more pairings.
bool wants_no_more(const Store& store, const AnyGame& game, int tables) {
  const StoredProgress progress(store, game, tables);
  return format_of(store, game.info)->next(progress.view()).empty();
}

}  // namespace

std::string Extent::text() const {
  if (is_whole) return "";
  const std::string played = planned ? fmt::format("{} of {}", matches, counted(*planned, "game"))
                                     : counted(matches, "game");
  if (is_over) return fmt::format("The tournament ended early: {} were played.", played);
  return fmt::format("The {} is not over: {} {} played.", is_run ? "last run" : "tournament",
                     played, is_or_are(planned.value_or(matches)));
}

Extent extent_of(const Store& store, const AnyGame& game) {
  const StoredTournament tournament = store.tournament();
  const int tables = tables_of(tournament, game.info);
  Extent extent{tournament.is_run(), store.is_over(), true, store.matches(), std::nullopt};
  if (extent.is_run) {
    extent.planned = deals_so_far(store) * tables;
    extent.is_over = extent.is_whole = extent.matches == extent.planned;
    return extent;
  }
  extent.is_whole = extent.is_over;
  if (tournament.format == "league") return extent;  // it ends when it is stopped
  if (extent.is_over && may_end_early(tournament))
    extent.is_whole =
        extent.matches == deals_so_far(store) * tables && wants_no_more(store, game, tables);
  if (extent.is_whole) {
    extent.planned = extent.matches;
  } else if (const auto deals = all_deals(store, tournament, game.info)) {
    extent.planned = *deals * tables;
  }
  return extent;
}

}  // namespace arena
