// The cross table: each entrant against each other one, as a heat map.
#pragma once

#include "arena/report/html.hpp"
#include "arena/report/report_data.hpp"

namespace arena::report {

/// Shares of the points, from orange (few) to blue (many): people who confuse red and green can
/// tell these. The numbers are in the cells, so the colours are not needed.
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

}  // namespace arena::report
