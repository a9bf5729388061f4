// What a format itself says of a tournament: places, scores with tie-breaks, and how the ties of a
// knockout were decided. Of formats in which this is more than the order of the ratings: Swiss and
// the knockouts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/game/games.hpp"
#include "arena/store/store.hpp"
#include "arena/tournament/formats/format.hpp"

namespace arena {

/// What scores and margins of a format's result, and those of a field, say after a forfeit.
inline constexpr std::string_view forfeits_count =
    "Here a forfeit counts as the worst result that was still possible.";

struct FormatResult {
  FormatKind kind = FormatKind::swiss;
  std::vector<StoredEntrant> entrants;  // by the index of an entrant in what follows
  std::vector<RankedEntrant> ranking;   // best first
  std::vector<std::string> tie_breaks;  // the names of RankedEntrant::tie_breaks
  std::vector<TieDecision> decisions;   // in the order of the bracket

  [[nodiscard]] const std::string& name(int entrant) const {
    return entrants[static_cast<std::size_t>(entrant)].name;
  }
};

/// None for the other formats and for games of `arena run`. Reads every match.
std::optional<FormatResult> format_result(const Store& store, const Games& games);

/// How a tie was won: "after 2 blocks", "by the better seed, after 5 blocks", "without playing".
std::string decision_text(const TieDecision& tie);

/// Null if there is no result.
json::value format_result_json(const std::optional<FormatResult>& result);

}  // namespace arena
