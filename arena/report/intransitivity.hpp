// What one rating for each entrant does not explain: cycles, the Nash average, and neighbours whose
// order is not known yet.
#pragma once

#include "arena/report/html.hpp"
#include "arena/report/report_data.hpp"

namespace arena::report {

/// REQUIRES, here and below: a game was played.
Html intransitivity(const ReportData& data);
Html unknown_order(const ReportData& data);

}  // namespace arena::report
