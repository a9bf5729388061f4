// The page of one entrant.
#pragma once

#include "arena/report/html.hpp"
#include "arena/report/report_data.hpp"
#include "arena/report/score_plot.hpp"

namespace arena::report {

Html entrant_page(const ReportData& data, const ScorePlots& scores, std::size_t entrant);

}  // namespace arena::report
