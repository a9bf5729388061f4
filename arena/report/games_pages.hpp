// The lists of games: all pairings on one page, and pages of their single games.
#pragma once

#include "arena/report/html.hpp"
#include "arena/report/report_data.hpp"

namespace arena::report {

Html pairings_page(const ReportData& data);

/// How many pages all games need.
int games_pages(const ReportData& data);
/// `number` counts from 1.
Html games_page(const ReportData& data, int number);

}  // namespace arena::report
