// The deals of two entrants, a line each, where a game compares the tables of a deal.
#pragma once

#include <cstddef>

#include "arena/report/html.hpp"
#include "arena/report/report_data.hpp"

namespace arena::report {

/// REQUIRES: compares_deals.
Html deals_page(const ReportData& data, const Store& store, std::size_t first, std::size_t second);

}  // namespace arena::report
