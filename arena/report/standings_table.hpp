// The standings, with the interval of each entrant's rank as a bar.
#pragma once

#include "arena/report/html.hpp"
#include "arena/report/report_data.hpp"

namespace arena::report {

Html standings_table(const ReportData& data);

/// All ranks from 1 to `last` as a line, those that an entrant may have as a bar, and its place in
/// the table, from 1, as a dot. `title` is for screen readers.
Html rank_bar(const RankInterval& ranks, std::size_t place, std::size_t last, const Html& title);
/// "+93 ± 12".
Html rating_text(const EntrantStanding& entrant);
/// "2 to 4", "1".
/// The 95 % interval of a share, in percent: "55.1 to 67.0".
Html interval_text(const Mean& share);
/// The share in percent, with its interval.
Html share_text(const Mean& share);
/// With half the width of its 95 % interval, if that is known: "41.20 ± 1.35".
Html mean_text(const Mean& mean, bool sign = false);
Html ranks_text(const EntrantStanding& entrant);

}  // namespace arena::report
