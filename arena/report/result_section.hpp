// What the format itself says of a Swiss tournament or a knockout: places, points, ties.
#pragma once

#include "arena/report/html.hpp"
#include "arena/report/report_data.hpp"

namespace arena::report {

Html result_section(const ReportData& data, const FormatResult& result);
/// The scores against all tables of each deal.
Html field_section(const ReportData& data, const FieldScores& field);

}  // namespace arena::report
