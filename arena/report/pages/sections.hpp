// Sections of the pages of a report.
#pragma once

#include "arena/report/report_data.hpp"
#include "arena/results/html.hpp"

namespace arena::report {

/// Each entrant against each other one, as a heat map: shares of the points, from orange (few) to
/// blue (many): people who confuse red and green can tell these. The numbers are in the cells, so
/// the colours are not needed.
class CrossTable {
 public:
  /// The colours are full at the share that is farthest from 50 %.
  explicit CrossTable(const ReportData& data);

  [[nodiscard]] Html table() const;
  /// What the colours mean.
  [[nodiscard]] Html key() const;
  /// The class of a cell with this share.
  [[nodiscard]] Html colour(double share) const;

 private:
  [[nodiscard]] Html cell(std::size_t row, std::size_t column) const;

  const ReportData& data_;
  double farthest_ = 0;
};

// What one rating for each entrant does not explain: cycles, the Nash average, and neighbours whose
// order is not known yet.

/// REQUIRES, here and below: a game was played.
Html intransitivity(const ReportData& data);
Html unknown_order(const ReportData& data);

// What the format itself says of a Swiss tournament or a knockout: places, points, ties.

Html result_section(const ReportData& data, const FormatResult& result);
/// The scores against all tables of each deal.
Html field_section(const ReportData& data, const FieldScores& field);

}  // namespace arena::report
