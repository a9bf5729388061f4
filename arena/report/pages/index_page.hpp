// The first page: the tournament, its standings, and what they are worth.
#pragma once

#include <string_view>

#include "arena/report/report_data.hpp"
#include "arena/results/html.hpp"

namespace arena::report {

Html index_page(const ReportData& data, std::string_view title);

}  // namespace arena::report
