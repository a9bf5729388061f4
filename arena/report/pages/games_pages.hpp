// The lists of games: all pairings on one page, and pages of their single games.
#pragma once

#include <cstddef>

#include "arena/report/report_data.hpp"
#include "arena/results/html.hpp"

namespace arena::report {

Html pairings_page(const ReportData& data);

/// How many pages all games need.
int games_pages(const ReportData& data);
/// `number` counts from 1.
Html games_page(const ReportData& data, int number);

// The deals of two entrants, a line each, where a game compares the tables of a deal.

/// REQUIRES: compares_deals.
Html deals_page(const ReportData& data, const Store& store, std::size_t first, std::size_t second);

}  // namespace arena::report
