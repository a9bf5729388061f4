// Standings for people.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "arena/game/games.hpp"
#include "arena/store/store.hpp"
#include "arena/tournament/extent.hpp"
#include "arena/tournament/field_scores.hpp"
#include "arena/tournament/format_result.hpp"
#include "arena/tournament/standings.hpp"
#include "protocols/terminal/ansi_writer.hpp"

namespace arena::cli {

/// The name, and "(left)" if the entrant has left.
std::string shown_name(const EntrantStanding& entrant);
/// Prints what all tables of each deal say, what the format says, the standings, the cross table,
/// what is not known yet, and the forfeits.
void print_standings(const Store& store, const Standings& standings, const Extent& extent,
                     const std::optional<FormatResult>& result,
                     const std::optional<FieldScores>& field);

/// The cross table: a heat map where there are colours. `columns`: of the terminal, if it is one. A
/// table that is wider is left out. Colours repeat what the figures say.
void write_cross_table(const Standings& standings, std::optional<std::size_t> columns,
                       ansi::AnsiWriter writer);

/// `arena standings --by-deal`: the deals of two entrants, one line each. Prints what happened at
/// the two tables of each deal that these entrants played against each other, and what the first
/// one won. Throws Error if they have no such deal, or if the game does not compare tables.
void print_deals_of_two(const Store& store, const Games& games,
                        const std::vector<std::string>& names, bool as_json);

}  // namespace arena::cli
