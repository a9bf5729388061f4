// The page of one entrant.
#pragma once

#include "arena/report/pages/score_plot.hpp"
#include "arena/report/report_data.hpp"
#include "arena/results/html.hpp"

namespace arena::report {

Html entrant_page(const ReportData& data, const ScorePlots& scores, std::size_t entrant);

}  // namespace arena::report
