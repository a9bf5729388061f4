// The standings, with the interval of each entrant's rank as a bar.
#pragma once

#include "arena/report/html.hpp"
#include "arena/report/report_data.hpp"

namespace arena::report {

Html standings_table(const ReportData& data);

/// "+93 ± 12".
Html rating_text(const EntrantStanding& entrant);
/// "2 to 4", "1".
Html ranks_text(const EntrantStanding& entrant);

}  // namespace arena::report
