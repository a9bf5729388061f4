// Where each page of a report is, and links to them. `depth`: of how many folders the page with the
// link stands below the report's.
#pragma once

#include <cstddef>
#include <string>

#include "arena/report/report_data.hpp"
#include "arena/results/html.hpp"

namespace arena::report {

/// So many games share one page and one file of replays.
inline constexpr int games_of_page = 100;

/// Pages of games count from 1.
inline int page_of_game(int game) { return game / games_of_page + 1; }

std::string entrant_path(const ReportData& data, std::size_t entrant);
/// The page of the deals of two entrants is the same in both orders.
std::string deals_path(const ReportData& data, std::size_t one, std::size_t other);
std::string games_path(int page);
std::string replays_path(int page);

Html entrant_link(const ReportData& data, std::size_t entrant, int depth);
/// The names, with "and" or commas between them.
Html entrant_links(const ReportData& data, const std::vector<std::size_t>& entrants, int depth);
/// The number of a game, which opens its replay.
Html replay_link(int game, int depth);
/// "1–400", which opens the list of these games.
Html games_link(const PairingFigures& pairing, int depth);

/// Says that not all of the tournament was played; empty if all was.
Html extent_note(const ReportData& data);

/// The way back, at the top of each page but the first.
Html navigation(int depth, const Html& more = {});

/// The cells of a table of pairings after the opponents: deals, points, games.
Html pairing_row(const ReportData& data, const PairingFigures& pairing,
                 const std::vector<std::size_t>& order, int depth);

}  // namespace arena::report
